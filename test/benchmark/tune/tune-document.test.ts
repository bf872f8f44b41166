import { describe, expect, it } from 'vitest';
import { tuneDocument } from '../../../src/benchmark/tune/tune-document.ts';
import { defaultSpace } from '../../../src/benchmark/tune/space.ts';
import { tune } from '../../../src/benchmark/tune/tune.ts';
import { tunedConfig, tuneProvenance, tuneReport } from '../../../src/benchmark/tune/tune-report.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { configYaml } from '../../../src/config/write-config.ts';
import { documentText } from '../../../src/format/document-text.ts';
import { plainScoring } from '../../support/scoring.ts';
import { toySet } from './fixtures.ts';

const settings = { folds: 3, innerFolds: 2, trials: 60, seed: 1 };

function tuned(own = plainScoring({ spread: 1 }), others?: object, objective = 'passage.rocAuc') {
  const sets = [toySet(30)];
  const base = resolveConfig({
    preset: 'local',
    scoring: { ...own, ...others },
    provenance: { calibration: { of: 'the start' }, note: 'mine' },
  });
  const space = defaultSpace((sets[0] as (typeof sets)[0]).present, base.scoring);
  const result = tune({ sets, scoring: base.scoring, space, objective, ...settings });
  return { base, sets, result, report: tuneReport({ result, base, sets, dataset: 'toy', settings }) };
}

describe('the tuning report', () => {
  it('shows in-sample and out-of-fold figures beside the start, and what changes', () => {
    const { report } = tuned();
    const text = documentText(tuneDocument(report), 'markdown');
    for (const words of [
      '# Tuning: toy, passage.rocAuc',
      '| start, no search',
      '| tuned, in sample (optimistic)',
      '| tuned, out of fold',
      '| out of fold − start',
      '| weight of support',
      '| scoring.weights.support',
    ]) {
      expect(text).toContain(words);
    }
    expect(documentText(tuneDocument(report), 'table')).toContain('tuned, out of fold');
    expect(report.notes).toEqual([]);
  });

  it('says plainly that tuning gains nothing where the start is as good', () => {
    const { report } = tuned(plainScoring({ support: 1 }));
    expect(report.outOfFold.value).toBeLessThanOrEqual(report.start.value as number);
    expect(documentText(tuneDocument(report), 'table')).toContain('NOT better than the start');
  });

  it('leaves the calibration of other scores out, and says so', () => {
    const platt = { method: 'platt', slope: -4, intercept: 2 } as const;
    const { report, ...run } = tuned(plainScoring({ spread: 1 }), { calibration: { passage: platt } });
    expect(report.notes).toEqual([expect.stringContaining('calibrate again')]);
    const config = tunedConfig(run);
    expect(config.scoring.calibration).toEqual({ fact: run.base.scoring.calibration.fact });
    expect(config.provenance).toEqual({ note: 'mine' });
  });

  it('says where verdicts call passages by more than the scores that were cut', () => {
    const others = { facts: 'statements' };
    expect(tuned(undefined, others).report.notes).toEqual([]);
    const { notes } = tuned(undefined, others, 'passage.f1').report;
    expect(notes).toContainEqual(expect.stringContaining('by their scores and thresholds alone'));
  });

  it('becomes a config that says where it comes from', () => {
    const { report, ...run } = tuned();
    const tuning = tuneProvenance(report, { sha256: 'abc', version: '1.2.3' });
    expect(tuning).toMatchObject({
      tool: 'hallugraph 1.2.3',
      data: { dataset: 'toy', passages: 30, sha256: 'abc' },
      inSample: report.inSample.value,
    });
    const text = configYaml({ config: tunedConfig(run), provenance: { tuning } });
    expect(text).toContain('tool: hallugraph 1.2.3');
  });
});
