import { describe, expect, it } from 'vitest';
import { rocAuc } from '../../../src/statistics/ranking.ts';
import { createEvaluator } from '../../../src/benchmark/tune/evaluate-setting.ts';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import { settingOf } from '../../../src/benchmark/tune/setting.ts';
import { fittingsFor } from '../../../src/benchmark/tune/tuned-thresholds.ts';
import { rescoreVerdict } from '../../../src/scoring/verdict.ts';
import { scoring, toyData, toySet } from './fixtures.ts';

const COUNT = 30;
const folds = Int32Array.from({ length: COUNT }, (_, passage) =>
  passage < 3 ? -1 : Math.floor(passage / 3) % 3,
);
const own = { ...scoring({ support: 0.5, tail: 0.3, spread: 0.2 }), context: 0.1 };

describe('the evaluator', () => {
  it('gives mean and standard error of the objective over the folds', () => {
    const { passages, verdicts } = toyData(COUNT);
    const values = [0, 1, 2].map((fold) => {
      const items = verdicts.flatMap((verdict, index) => {
        const { score } = rescoreVerdict(verdict, own);
        if (folds[index] !== fold || score === null) return [];
        return [{ score: -score, positive: passages[index]?.label === 'non-factual' }];
      });
      return rocAuc(items).value as number;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / 3;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2;
    const objective = parseObjective('passage.rocAuc');
    const evaluate = createEvaluator({ sets: [toySet(COUNT)], objective, fittings: {}, folds });
    const { value, standardError } = evaluate(settingOf(own, 0));
    expect(value).toBeCloseTo(mean, 12);
    expect(standardError).toBeCloseTo(Math.sqrt(variance / 3), 12);
  });

  it('fits thresholds on the other folds: labels turned round in one fold spoil that fold alone', () => {
    const set = toySet(COUNT, 0);
    const { passage: passageOf, positive } = set.gold.passage;
    passageOf.forEach((passage, item) => {
      if (folds[passage] === 0) positive[item] = 1 - (positive[item] as number);
    });
    const objective = parseObjective('passage.accuracy');
    const fittings = fittingsFor(objective, { passage: { min: -0.65, max: -0.35 } });
    const evaluate = createEvaluator({ sets: [set], objective, fittings, folds });
    // support is .7 or .3: any threshold in between makes fold 0 all wrong and the others all right
    expect(evaluate(settingOf(scoring({ support: 1 }), 0)).value).toBeCloseTo(2 / 3, 12);
  });

  it('leaves out folds in which the objective is not defined', () => {
    const lonely = Int32Array.from(folds, (fold, passage) => (fold === 0 && passage % 3 === 0 ? -1 : fold));
    const objective = parseObjective('passage.rocAuc');
    const evaluate = createEvaluator({ sets: [toySet(COUNT, 0)], objective, fittings: {}, folds: lonely });
    expect(evaluate(settingOf(scoring({ support: 1 }), 0)).value).toBe(1);
    const none = createEvaluator({
      sets: [toySet(COUNT, 0)],
      objective: parseObjective('claim.f1'),
      fittings: {},
      folds,
    });
    expect(none(settingOf(scoring({ support: 1 }), 0))).toEqual({ value: null, standardError: 0 });
  });
});
