import { describe, expect, it } from 'vitest';
import { sameDataWarnings, tunedOnSameData } from '../../src/benchmark/same-data.ts';

const from = (sha256: string) => ({ data: { dataset: 'phd', sha256 } });
const provenance = { tuning: from('a'), calibration: from('b'), note: 'mine', tune: { seed: 1 }, none: null };

describe('the warnings', () => {
  it('of a benchmark name all that was found on its data', () => {
    const [warning] = sameDataWarnings('a', { provenance: { tuning: from('a'), calibration: from('a') } });
    expect(warning).toContain('provenance.tuning, provenance.calibration');
    expect(sameDataWarnings('b', { provenance })).toHaveLength(1);
    expect([sameDataWarnings('c', { provenance }), sameDataWarnings('a', {})]).toEqual([[], []]);
  });

  it('of a calibration come from tuning alone: an older calibration is replaced', () => {
    expect(tunedOnSameData('a', { provenance })).toHaveLength(1);
    expect(tunedOnSameData('b', { provenance })).toEqual([]);
  });
});
