import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, quantile } from '../../src/statistics/summary.ts';

describe('mean', () => {
  it('is that of the values present', () => {
    expect(mean([1, null, 2, 6])).toBe(3);
    expect([mean([]), mean([null, null])]).toEqual([null, null]);
  });
});

describe('quantile', () => {
  it('lies between the two nearest values, by their distance', () => {
    expect([0, 0.25, 0.5, 0.9, 1].map((share) => quantile([1, 3, 5, 11], share))).toEqual([
      1,
      2.5,
      4,
      expect.closeTo(9.2, 12),
      11,
    ]);
    expect(quantile([7], 0.3)).toBe(7);
  });

  it('never falls as the share rises, nor leaves the values', () => {
    const values = fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(values, share, share, (some, one, other) => {
        const sorted = Float64Array.from(some).sort();
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((at) => quantile(sorted, at));
        expect(low).toBeLessThanOrEqual((high as number) + 1e-12);
        expect(low).toBeGreaterThanOrEqual((sorted[0] as number) - 1e-12);
        expect(high).toBeLessThanOrEqual((sorted.at(-1) as number) + 1e-12);
      }),
    );
  });
});
