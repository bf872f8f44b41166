import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrationErrorStatistic, type ProbableItem } from '../../src/statistics/calibration-error.ts';
import { once } from '../../src/statistics/metric.ts';

const error = (items: readonly ProbableItem[], bins?: number) =>
  calibrationErrorStatistic(items, bins)(once(items.length)).value;

const item = (probability: number, positive: boolean): ProbableItem => ({ probability, positive });

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

describe('calibrationErrorStatistic', () => {
  it('gives the value worked out by hand', () => {
    // bin [.2, .3): mean .25, share 1/2; bin [.9, 1]: mean .95, share 1 -> (2 · .25 + 2 · .05) / 4
    const items = [item(0.2, false), item(0.3 - 1e-12, true), item(0.9, true), item(1, true)];
    expect(error(items)).toBeCloseTo(0.15, 10);
  });

  it('is 0 for shares that come true, 1 for certainty that never does', () => {
    expect(error([item(0.5, true), item(0.5, false)])).toBe(0);
    expect(error([item(1, false), item(0, true)])).toBe(1);
  });

  it('puts a border into the upper bin, 1 into the last', () => {
    // with 2 bins .5 and 1 share one: mean .75, share 1/2
    expect(error([item(0.5, false), item(1, true)], 2)).toBeCloseTo(0.25, 12);
    expect(error([item(0.49, false), item(1, true)], 2)).toBeCloseTo(0.245, 12);
  });

  it('is not defined without items, and refuses what is no probability', () => {
    expect(error([])).toBeNull();
    for (const wrong of [-0.1, 1.1, Number.NaN]) expect(() => error([item(wrong, true)])).toThrow(RangeError);
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
