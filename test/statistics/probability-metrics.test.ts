import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagRateStatistics } from '../../src/benchmark/calibrate/flag-rates.ts';
import { once } from '../../src/statistics/metric.ts';
import {
  calibrationErrorStatistic,
  type ProbableItem,
  probabilityStatistics,
  reliabilityBins,
  wilsonInterval,
} from '../../src/statistics/probability-metrics.ts';

const at = (probability: number, positive: boolean): ProbableItem => ({ probability, positive });

const error = (items: readonly ProbableItem[], bins?: number) =>
  calibrationErrorStatistic(items, bins)(once(items.length)).value;

const probable = fc.array(
  fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), positive: fc.boolean() }),
  { minLength: 1, maxLength: 40 },
);

/** Bin by bin, as in the definition. */
function errorByBins(items: readonly ProbableItem[], bins: number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const parts = Array.from({ length: bins }, (_, bin) => {
    const inside = items.filter(
      ({ probability }) => Math.min(bins - 1, Math.floor(probability * bins)) === bin,
    );
    if (inside.length === 0) return 0;
    const gap =
      mean(inside.map(({ probability }) => probability)) - mean(inside.map(({ positive }) => +positive));
    return (inside.length / items.length) * Math.abs(gap);
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

describe('reliabilityBins', () => {
  it('counts what falls into each bin, borders upwards and 1 in the last', () => {
    const bins = reliabilityBins(
      [at(0, false), at(0.2, true), at(0.5, false), at(0.7, true), at(1, true)],
      2,
    );
    expect(bins.map(({ interval: _, ...bin }) => bin)).toEqual([
      { lower: 0, upper: 0.5, n: 2, meanProbability: 0.1, observed: 0.5 },
      { lower: 0.5, upper: 1, n: 3, meanProbability: expect.closeTo(2.2 / 3, 12), observed: 2 / 3 },
    ]);
  });

  it('leaves empty bins without figures', () => {
    const [first, ...others] = reliabilityBins([at(0.05, false)]);
    expect(first).toMatchObject({ n: 1, observed: 0 });
    expect(others).toHaveLength(9);
    const empty = { n: 0, meanProbability: null, observed: null, interval: null };
    for (const bin of others) expect(bin).toMatchObject(empty);
  });

  it('holds every item once, in the bin of its probability', () => {
    fc.assert(
      fc.property(probable, (items) => {
        const bins = reliabilityBins(items);
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(items.length);
        for (const { lower, upper, meanProbability, observed, interval } of bins) {
          if (meanProbability === null || observed === null || interval === null) continue;
          expect(meanProbability).toBeGreaterThanOrEqual(lower - 1e-12);
          expect(meanProbability).toBeLessThanOrEqual(upper + 1e-12);
          expect(interval[0]).toBeLessThanOrEqual(observed + 1e-12);
          expect(interval[1]).toBeGreaterThanOrEqual(observed - 1e-12);
        }
      }),
    );
  });
});

describe('wilsonInterval', () => {
  it('has the values of the formula', () => {
    // z² = 3.8415. 0 of 10: [0, z² / (10 + z²)]. 5 of 10: .5 ± z/(1 + z²/10) · √(.025 + z²/400).
    expect(wilsonInterval(0, 10)).toEqual([expect.closeTo(0, 12), expect.closeTo(0.27753, 5)]);
    expect(wilsonInterval(5, 10)).toEqual([expect.closeTo(0.23659, 5), expect.closeTo(0.76341, 5)]);
    expect(wilsonInterval(10, 10)).toEqual([expect.closeTo(0.72247, 5), expect.closeTo(1, 12)]);
  });
});

describe('the metrics of probabilities', () => {
  const items = [at(0.9, true), at(0.8, false), at(0.1, false), at(0, true)];
  const values = (weights: ArrayLike<number>) =>
    Object.fromEntries(
      Object.entries(probabilityStatistics(items)).map(([name, statistic]) => [
        name,
        statistic(weights).value,
      ]),
    );

  it('are those worked out by hand', () => {
    // Brier: (.01 + .64 + .01 + 1) / 4. Log loss: p of the gold label .9, .2, .9 and .001, where 0 is cut.
    // Each item has a bin of its own: (.1 + .8 + .1 + 1) / 4.
    expect(values(once(4))).toEqual({
      brier: expect.closeTo(0.415, 12),
      logLoss: expect.closeTo(-(2 * Math.log(0.9) + Math.log(0.2) + Math.log(0.001)) / 4, 12),
      calibrationError: expect.closeTo(0.5, 12),
    });
  });

  it('take weights', () => {
    expect(values([3, 1, 0, 0])).toMatchObject({
      brier: expect.closeTo(0.67 / 4, 12),
      logLoss: expect.closeTo(-(3 * Math.log(0.9) + Math.log(0.2)) / 4, 12),
    });
    expect(values([0, 0, 0, 0])).toEqual({ brier: null, logLoss: null, calibrationError: null });
  });
});

describe('flagRateStatistics', () => {
  // Passage 0: two factual items, one flagged; one hallucinated, flagged. Passage 1: a factual one, not flagged.
  // Passage 2: two hallucinated ones, one flagged.
  const items = [
    { unit: 0, positive: false, flagged: true },
    { unit: 0, positive: false, flagged: false },
    { unit: 0, positive: true, flagged: true },
    { unit: 1, positive: false, flagged: false },
    { unit: 2, positive: true, flagged: true },
    { unit: 2, positive: true, flagged: false },
  ];
  const rates = (weights: ArrayLike<number>) =>
    Object.fromEntries(
      Object.entries(flagRateStatistics(items)).map(([name, statistic]) => [name, statistic(weights).value]),
    );

  it('counts a passage once', () => {
    // False alarms (1/2 + 0) / 2; wrong flags 1/3 of 1/3 + 1/3 + 1/2; found (1 + 1/2) / 2.
    expect(rates(once(6))).toEqual({
      falseAlarms: 0.25,
      wrongFlags: expect.closeTo(2 / 7, 12),
      found: 0.75,
    });
  });

  it('takes the passages as often as they are drawn', () => {
    expect(rates([2, 2, 2, 0, 1, 1])).toEqual({
      falseAlarms: 0.5,
      wrongFlags: expect.closeTo(2 / 3 / (4 / 3 + 1 / 2), 12),
      found: expect.closeTo(2.5 / 3, 12),
    });
    expect(rates([0, 0, 0, 1, 0, 0])).toEqual({ falseAlarms: 0, wrongFlags: null, found: null });
  });
});

describe('calibrationErrorStatistic', () => {
  it('gives the value worked out by hand', () => {
    // bin [.2, .3): mean .25, share 1/2; bin [.9, 1]: mean .95, share 1 -> (2 · .25 + 2 · .05) / 4
    const items = [at(0.2, false), at(0.3 - 1e-12, true), at(0.9, true), at(1, true)];
    expect(error(items)).toBeCloseTo(0.15, 10);
  });

  it('is 0 for shares that come true, 1 for certainty that never does', () => {
    expect(error([at(0.5, true), at(0.5, false)])).toBe(0);
    expect(error([at(1, false), at(0, true)])).toBe(1);
  });

  it('puts a border into the upper bin, 1 into the last', () => {
    // with 2 bins .5 and 1 share one: mean .75, share 1/2
    expect(error([at(0.5, false), at(1, true)], 2)).toBeCloseTo(0.25, 12);
    expect(error([at(0.49, false), at(1, true)], 2)).toBeCloseTo(0.245, 12);
  });

  it('is not defined without items, and refuses what is no probability', () => {
    expect(error([])).toBeNull();
    for (const wrong of [-0.1, 1.1, Number.NaN]) expect(() => error([at(wrong, true)])).toThrow(RangeError);
  });

  it('lies in [0, 1] and equals the sum over bins', () => {
    fc.assert(
      fc.property(probable, fc.integer({ min: 1, max: 15 }), (items, bins) => {
        const value = error(items, bins) as number;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(value).toBeCloseTo(errorByBins(items, bins), 10);
      }),
    );
  });

  it('takes a weight as so many copies of the item', () => {
    const counted = fc.array(
      fc.tuple(
        probable.map(([first]) => first as ProbableItem),
        fc.nat(3),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(counted, (list) => {
        const copies = list.flatMap(([one, count]) => Array<ProbableItem>(count).fill(one));
        const { value } = calibrationErrorStatistic(list.map(([one]) => one))(list.map(([, count]) => count));
        const expected = error(copies);
        if (expected === null) expect(value).toBeNull();
        else expect(value).toBeCloseTo(expected, 10);
      }),
    );
  });
});
