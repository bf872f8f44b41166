import { describe, expect, it } from 'vitest';
import type { Trace, Triple } from '../../src/passage.ts';
import { evidenceByTriple } from '../../src/scoring/evidence.ts';
import { segmentation } from '../support/records.ts';
import { weights } from '../support/scoring.ts';

/** The evidence on `Brooke studied at Oxford` where each sample names the place given. */
function evidenceFor(places: readonly string[]): string[] {
  const original = segmentation('original', [['Brooke', 'studied at', 'Oxford']]);
  const samples = places.map((place, index) =>
    segmentation(`sample-${index + 1}`, [['Brooke', 'studied at', place]]),
  );
  const votes = samples.map(({ responseId }, index) => ({
    responseId,
    repeated: places[index] === 'Oxford',
    risk: false,
    conflict: places[index] !== 'Oxford',
    tripleId: `${responseId}/1`,
    tailSimilarity: null,
  }));
  const trace: Trace = {
    segmentations: [original, ...samples],
    identity: { entities: [], relations: [] },
    consistency: [{ tripleId: 'original/1', votes }],
    verification: [],
    agreement: null,
  };
  return evidenceByTriple(trace, weights({}))(original.triples[0] as Triple);
}

describe('evidence of conflicting tails', () => {
  it('names a tail that two samples agree on', () => {
    expect(evidenceFor(['Cambridge', 'Oxford', 'Cambridge'])).toEqual([
      'repeated by 1 of 3 samples (2)',
      'samples 1, 3: "Cambridge" instead of "Oxford"',
    ]);
  });

  it('leaves out tails that one sample alone gives', () => {
    expect(evidenceFor(['Cambridge', 'Leeds', 'Munich'])).toEqual(['no sample of 3 repeats it as a triple']);
  });
});
