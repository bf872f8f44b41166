import { describe, expect, it } from 'vitest';
import {
  fittingsFor,
  judged,
  objectiveStatistic,
  scored,
  statisticOfParts,
  thresholdsFor,
} from '../../../src/benchmark/tune/judged.ts';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import { settingOf } from '../../../src/benchmark/tune/setting.ts';
import { once } from '../../../src/statistics/metric.ts';
import { plainScoring } from '../../support/scoring.ts';
import { toySet } from './fixtures.ts';

const COUNT = 12;
const ANYWHERE = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
const space = (...names: string[]) => ({
  scoring: Object.fromEntries(names.map((name) => [`threshold.${name}`, ANYWHERE])),
  comparison: {},
});
const halves = [0, 1].map(
  (half) => new Set([...Array(COUNT).keys()].filter((unit) => Math.floor(unit / 6) === half)),
);
const scoredWith = (own: Partial<ReturnType<typeof plainScoring>> = {}) =>
  scored([toySet(COUNT, 0)], settingOf({ ...plainScoring({ support: 1 }), ...own }, 0));
const thresholds = (own: Parameters<typeof scoredWith>[0], fittings = {}) =>
  thresholdsFor(scoredWith(own), fittings, halves[0] as Set<number>);

describe('thresholds of a setting', () => {
  it('are its own where none is fitted', () => {
    expect(thresholds({})).toEqual({ passage: 0.5, triple: 0.5 });
  });

  it('lie between the classes where they are fitted', () => {
    // without noise the support of factual passages is .7, of the others .3
    const fittings = fittingsFor(parseObjective('mean(passage.f1, sentence.f1)'), space('passage', 'triple'));
    const own = { threshold: { rule: 'fixed', triple: 0.1, passage: 0.9 } } as const;
    expect(thresholds(own, fittings)).toEqual({ passage: 0.5, triple: 0.5 });
  });

  it('follow mean and variance of the training passages alone', () => {
    // of the first six: .3, .7, .7 twice; mean 3.4/6, sample variance (2·(.3 − µ)² + 4·(.7 − µ)²)/5
    const mean = 3.4 / 6;
    const variance = (2 * (0.3 - mean) ** 2 + 4 * (0.7 - mean) ** 2) / 5;
    const { passage, triple } = thresholds({ threshold: { rule: 'meanPlusVariance', k: 2 } });
    expect(passage).toBeCloseTo(mean + 2 * variance, 12);
    expect(triple).toBe(passage);
  });
});

describe('fittingsFor', () => {
  it('fits what the objective needs and the space allows, and others where they are asked for', () => {
    const f1 = parseObjective('mean(passage.rocAuc, claim.f1)');
    const triple = { level: 'claim', metric: 'f1', cuts: ANYWHERE };
    const both = space('passage', 'triple');
    expect(fittingsFor(f1, both)).toEqual({ triple });
    expect(fittingsFor(f1, space('passage'))).toEqual({});
    const passage = { level: 'passage', metric: 'balancedAccuracy', cuts: ANYWHERE };
    expect(fittingsFor(f1, both, ['passage', 'sentence'])).toEqual({ passage, triple });
  });
});

/** Support .7 or .3 as the label says; in the second half, moved up by `shift`. */
function partsWith(shift: number) {
  const own = scoredWith();
  const [first, second] = halves.map((half) => judged(own, {}, half, half));
  for (const item of second?.passage ?? []) item.score -= shift;
  return [first, second].flatMap((part) => part ?? []);
}

const value = (objective: string, shift = 0, pooled = true) =>
  statisticOfParts(parseObjective(objective), partsWith(shift), pooled)(once(COUNT)).value;

describe('the objective', () => {
  it('pools scores, or takes the mean over parts where scales differ', () => {
    expect(value('passage.rocAuc')).toBe(1);
    // moved by 1, the wrong passages of the second half rank below the right ones of the first:
    // 2 · 4 pairs of the 4 · 8 are lost
    expect(value('passage.rocAuc', 1)).toBe(0.75);
    expect(value('passage.rocAuc', 1, false)).toBe(1);
  });

  it('reads predictions, shares of error and several terms', () => {
    expect(value('sentence.accuracy')).toBe(1);
    expect(value('passage.pearson')).toBeCloseTo(1, 12);
    expect(value('mean(passage.f1, passage.rocAuc)', 1)).toBeCloseTo(0.875, 12);
    expect(value('claim.f1')).toBeNull();
    expect(value('claim.f1', 0, false)).toBeNull();
  });

  it('weighs passages', () => {
    const statistic = objectiveStatistic(parseObjective('passage.rocAuc'), partsWith(0)[0] as never);
    expect(statistic(new Float64Array(COUNT)).value).toBeNull();
  });
});
