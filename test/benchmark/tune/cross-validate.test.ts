import { describe, expect, it } from 'vitest';
import { evaluated, passageFolds, type TuneProblem } from '../../../src/benchmark/tune/cross-validate.ts';
import { fittingsFor } from '../../../src/benchmark/tune/judged.ts';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import { settingOf } from '../../../src/benchmark/tune/setting.ts';
import { rescoreVerdict } from '../../../src/scoring/verdict.ts';
import { rocAuc } from '../../../src/statistics/ranking.ts';
import { plainScoring } from '../../support/scoring.ts';
import { toyData, toySet } from './fixtures.ts';

const COUNT = 30;
const start = settingOf(plainScoring({ support: 1 }), 0);
/** Three passages in a row, one of them wrong, share a fold; the first three are in none. */
const folds = [0, 1, 2].map(
  (fold) => new Set([...Array(COUNT).keys()].filter((unit) => unit > 2 && Math.floor(unit / 3) % 3 === fold)),
);

function problem(objective: string, set = toySet(COUNT, 0), range = {}): TuneProblem {
  const space = { scoring: range, comparison: {} };
  const parsed = parseObjective(objective);
  const counts = { folds: 3, innerFolds: 3, trials: 1, tolerance: 0.5, seed: 1 };
  return { sets: [set], objective: parsed, space, fittings: fittingsFor(parsed, space), start, ...counts };
}

describe('the value of a setting', () => {
  it('is the mean of the objective over the folds, with its standard error', () => {
    const own = { ...plainScoring({ support: 0.5, tail: 0.3, spread: 0.2 }), context: 0.1 };
    const { passages, verdicts } = toyData(COUNT);
    const values = folds.map((fold) => {
      const items = [...fold].map((unit) => ({
        score: -(rescoreVerdict(verdicts[unit] as (typeof verdicts)[0], own).score ?? Number.NaN),
        positive: passages[unit]?.label === 'non-factual',
      }));
      return rocAuc(items).value as number;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / 3;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2;
    const found = evaluated(problem('passage.rocAuc', toySet(COUNT)), folds, settingOf(own, 0));
    expect(found.value).toBeCloseTo(mean, 12);
    expect(found.standardError).toBeCloseTo(Math.sqrt(variance / 3), 12);
  });

  it('fits thresholds on the other folds: labels turned round in one fold spoil that fold alone', () => {
    const set = toySet(COUNT, 0);
    for (const item of set.gold.passage) if (folds[0]?.has(item.unit)) item.positive = !item.positive;
    const range = { 'threshold.passage': { min: 0.35, max: 0.65 } };
    // support is .7 or .3: any threshold in between makes fold 0 all wrong and the others all right
    expect(evaluated(problem('passage.accuracy', set, range), folds, start).value).toBeCloseTo(2 / 3, 12);
  });

  it('leaves out folds in which the objective is not defined', () => {
    const lonely = folds.map((fold, at) => (at === 0 ? new Set([...fold].filter((unit) => unit % 3)) : fold));
    expect(evaluated(problem('passage.rocAuc'), lonely, start).value).toBe(1);
    expect(evaluated(problem('claim.f1'), folds, start)).toEqual({ value: null, standardError: 0 });
  });
});

describe('passageFolds', () => {
  it('deals the passages out evenly, and what is non-factual too', () => {
    const members = new Set([...Array(60).keys()].filter((unit) => unit !== 7));
    const objective = parseObjective('mean(passage.f1, sentence.f1)');
    const dealt = passageFolds(toySet(60), objective, 5, 3, members);
    expect(dealt.flatMap((fold) => [...fold]).sort((one, other) => one - other)).toEqual([...members]);
    for (const fold of dealt) {
      expect(Math.abs(fold.size - 59 / 5)).toBeLessThan(1);
      expect([...fold].filter((unit) => unit % 3 === 0)).toHaveLength(4);
    }
  });
});
