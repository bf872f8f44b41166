import { describe, expect, it } from 'vitest';
import { figuresOf, measure } from '../../../src/statistics/measure-metrics.ts';
import { defined, difference, once, undefinedBecause } from '../../../src/statistics/metric.ts';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import { settingOf, sweepSettingOf } from '../../../src/benchmark/tune/setting.ts';
import { emptyJudgement, judgeInto, objectiveStatistic } from '../../../src/benchmark/tune/tune-figures.ts';
import { scoring, toySet } from './fixtures.ts';

const COUNT = 12;
const set = toySet(COUNT, 0);
const { gold } = set;
const everyone = new Uint8Array(COUNT).fill(1);
const folds = Int32Array.from({ length: COUNT }, (_, passage) => (passage < 6 ? 0 : 1));

/** Support .7 or .3 as the label says; in the second half, moved up by `shift`. */
function judgedWith(shift: number) {
  const judged = emptyJudgement(gold);
  const scores = set.sweep(sweepSettingOf(settingOf(scoring({ support: 1 }), 0)));
  judgeInto(judged, { set, scores, thresholds: { passage: 0.5, triple: 0.5 }, members: everyone });
  gold.passage.passage.forEach((passage, item) => {
    if (folds[passage] === 1) judged.passage.risk[item] = (judged.passage.risk[item] as number) - shift;
  });
  return judged;
}

const value = (objective: string, judged: ReturnType<typeof emptyJudgement>, own: Int32Array | null) =>
  objectiveStatistic(parseObjective(objective), gold, judged, own)(once(COUNT)).value;

describe('objectiveStatistic', () => {
  it('pools scores, or takes the mean over folds where scales differ', () => {
    expect(value('passage.rocAuc', judgedWith(0), null)).toBe(1);
    // moved by 1, the wrong passages of the second half rank below the right ones of the first:
    // 2 · 4 pairs of the 4 · 8 are lost
    expect(value('passage.rocAuc', judgedWith(1), null)).toBe(0.75);
    expect(value('passage.rocAuc', judgedWith(1), folds)).toBe(1);
  });

  it('reads predictions, shares of error and several terms', () => {
    const judged = judgedWith(0);
    expect(value('sentence.accuracy', judged, null)).toBe(1);
    expect(value('passage.pearson', judged, null)).toBeCloseTo(1, 12);
    expect(value('mean(passage.f1, passage.rocAuc)', judgedWith(1), null)).toBeCloseTo(0.875, 12);
    expect(value('claim.f1', judged, null)).toBeNull();
  });

  it('leaves out items that nothing was said of', () => {
    const judged = emptyJudgement(gold);
    expect(value('passage.rocAuc', judged, null)).toBeNull();
  });
});

describe('figuresOf', () => {
  it('gives values with intervals over passages, and a certain difference its one value', () => {
    const judged = judgedWith(0);
    const statistic = objectiveStatistic(parseObjective('passage.f1'), gold, judged, null);
    const statistics = { statistic, none: difference(statistic, statistic) };
    const figures = figuresOf(measure(statistics, { seed: 1, unitCount: COUNT, itemCount: COUNT }));
    expect(figures.statistic).toEqual({ value: 1, interval: [1, 1] });
    expect(figures.none).toEqual({ value: 0, interval: [0, 0] });
  });
});

describe('difference', () => {
  it('is not defined where one side is not', () => {
    const one = () => defined(1);
    const none = () => undefinedBecause('nothing');
    expect(difference(one, none)([])).toEqual(undefinedBecause('nothing'));
    expect(difference(none, one)([])).toEqual(undefinedBecause('nothing'));
  });
});
