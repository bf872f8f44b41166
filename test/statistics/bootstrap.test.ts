import { describe, expect, it } from 'vitest';
import { bootstrapIntervals } from '../../src/statistics/bootstrap.ts';
import { defined, type Statistic, undefinedBecause } from '../../src/statistics/metric.ts';
import { rocAucStatistic } from '../../src/statistics/ranking.ts';
import { randomFor } from '../../src/common/random.ts';

const sum = (weights: ArrayLike<number>) => Array.from(weights).reduce((total, weight) => total + weight, 0);

/** Mean of 0 ... count − 1. */
const mean = (): Statistic => (weights) =>
  defined(Array.from(weights).reduce((total, weight, value) => total + weight * value, 0) / sum(weights));

describe('bootstrapIntervals', () => {
  it('draws as many units as there are, the same ones for every metric', () => {
    const seen: number[][] = [];
    const record: Statistic = (weights) => {
      seen.push(Array.from(weights));
      return defined(0);
    };
    bootstrapIntervals({ first: record, second: record }, { seed: 1, itemCount: 7, resamples: 50 });
    expect(seen).toHaveLength(100);
    for (const [index, weights] of seen.entries()) {
      expect(sum(weights)).toBe(7);
      if (index % 2 === 1) expect(weights).toEqual(seen[index - 1]);
    }
    expect(new Set(seen.map(String)).size).toBeGreaterThan(40);
  });

  it('gives items the count of their unit', () => {
    const units = [0, 0, 1, 2, 2, 2];
    const check: Statistic = (weights) => {
      expect(weights[0]).toBe(weights[1]);
      expect([weights[3], weights[4]]).toEqual([weights[5], weights[5]]);
      expect((weights[0] as number) + (weights[2] as number) + (weights[3] as number)).toBe(3);
      return defined(1);
    };
    const intervals = bootstrapIntervals({ check }, { seed: 1, itemCount: 6, units, resamples: 20 });
    expect(intervals).toEqual({ check: [1, 1] });
  });

  it('comes close to the normal interval of a mean', () => {
    const count = 400;
    const { mean: interval } = bootstrapIntervals({ mean: mean() }, { seed: 3, itemCount: count });
    const centre = (count - 1) / 2;
    const margin = 1.96 * Math.sqrt((count ** 2 - 1) / 12 / count);
    expect(Math.abs((interval?.[0] ?? 0) - (centre - margin))).toBeLessThan(margin / 8);
    expect(Math.abs((interval?.[1] ?? 0) - (centre + margin))).toBeLessThan(margin / 8);
  });

  it('depends on the seed and on nothing else', () => {
    const run = (seed: number) => bootstrapIntervals({ mean: mean() }, { seed, itemCount: 40 });
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });

  it('skips resamples where the metric is not defined, and gives up when most are', () => {
    const needs =
      (unit: number): Statistic =>
      (weights) =>
        weights[unit] === 0 ? undefinedBecause('absent') : defined(5);
    const never: Statistic = () => undefinedBecause('never');
    const both: Statistic = (weights) =>
      [0, 1, 2].every((unit) => weights[unit] !== 0) ? defined(5) : undefinedBecause('absent');
    // a unit is drawn with probability .65, three given ones together with about .24
    const intervals = bootstrapIntervals({ one: needs(0), both, never }, { seed: 1, itemCount: 20 });
    expect(intervals).toEqual({ one: [5, 5], both: null, never: null });
  });

  it('gives no interval without units', () => {
    const statistics = { rocAuc: rocAucStatistic([]) };
    expect(bootstrapIntervals(statistics, { seed: 1, itemCount: 0 })).toEqual({ rocAuc: null });
  });

  it('covers the true ROC-AUC about as often as it says', () => {
    // positives are uniform on [.25, 1.25), negatives on [0, 1): AUC = 1 − .75² / 2
    const truth = 1 - 0.75 ** 2 / 2;
    let covered = 0;
    const trials = 100;
    for (let trial = 0; trial < trials; trial++) {
      const random = randomFor('coverage', trial);
      const items = Array.from({ length: 120 }, (_, index) => {
        const positive = index % 2 === 0;
        return { positive, score: random() + (positive ? 0.25 : 0) };
      });
      const statistics = { rocAuc: rocAucStatistic(items) };
      const { rocAuc } = bootstrapIntervals(statistics, { seed: trial, itemCount: 120, resamples: 200 });
      if (rocAuc && rocAuc[0] <= truth && truth <= rocAuc[1]) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(88);
  });
});
