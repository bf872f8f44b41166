import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson, pearsonStatistic, spearman, spearmanStatistic } from '../../src/statistics/correlation.ts';

const pairs = fc.array(
  fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 3 })),
  { minLength: 2, maxLength: 25 },
);
const isConstant = (values: readonly number[]) => new Set(values).size < 2;

describe('pearson', () => {
  it('matches a value worked out by hand', () => {
    // deviations −1.5 −.5 .5 1.5 and −1.75 .25 −.75 2.25: products sum to 5.5, squares to 5 and 8.75
    const expected = 5.5 / Math.sqrt(5 * 8.75);
    expect(pearson([1, 2, 3, 4], [1, 3, 2, 5]).value).toBeCloseTo(expected, 12);
  });

  it.each([
    [[], []],
    [[1], [2]],
    [
      [0.1, 0.1, 0.1],
      [1, 2, 3],
    ],
    [
      [1, 2, 3],
      [1e9 / 3, 1e9 / 3, 1e9 / 3],
    ],
  ])('is not defined for a constant list (%#)', (xs, ys) => {
    expect(pearson(xs, ys).value).toBeNull();
    expect(pearson(xs, ys).reason).toMatch(/./);
  });

  it('refuses lists of different length', () => {
    expect(() => pearson([1, 2], [1])).toThrow(RangeError);
  });

  it('is ±1 on a line, symmetric, and blind to scale and shift', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const xs = list.map(([x]) => x);
        const ys = list.map(([, y]) => y);
        fc.pre(!isConstant(xs) && !isConstant(ys));
        const value = pearson(xs, ys).value as number;
        expect(
          pearson(
            xs,
            xs.map((x) => 3 - 2 * x),
          ).value,
        ).toBeCloseTo(-1, 10);
        expect(pearson(ys, xs).value).toBeCloseTo(value, 10);
        expect(
          pearson(
            xs.map((x) => 100 + 7 * x),
            ys,
          ).value,
        ).toBeCloseTo(value, 10);
      }),
    );
  });
});

describe('spearman', () => {
  it('gives ties the mean of their ranks', () => {
    const [values, ranks] = [
      [30, 10, 20, 20, 20],
      [5, 1, 3, 3, 3],
    ];
    const others = [2, 7, 1, 8, 3];
    expect(spearman(values, others).value).toBeCloseTo(pearson(ranks, [2, 4, 1, 5, 3]).value as number, 12);
  });

  it('matches a value worked out by hand', () => {
    // without ties 1 − 6 Σd² / (n (n² − 1)), d = 0 1 1 0
    expect(spearman([1, 2, 3, 400], [1, 30, 20, 50]).value).toBeCloseTo(1 - (6 * 2) / (4 * 15), 12);
  });

  it('is 1 for any rising function', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { minLength: 2 }), (xs) => {
        const rising = xs.map((x) => x ** 3 + x);
        expect(spearman(xs, rising).value).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe.each([
  ['pearson', pearson, pearsonStatistic],
  ['spearman', spearman, spearmanStatistic],
])('weighted %s', (_, plain, statistic) => {
  it('takes a weight as so many copies of the pair', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const copies = list.flatMap(([x, y, count]) => Array.from({ length: count }, () => [x, y] as const));
        const expected = plain(
          copies.map(([x]) => x),
          copies.map(([, y]) => y),
        );
        const weighted = statistic(
          list.map(([x]) => x),
          list.map(([, y]) => y),
        )(list.map(([, , count]) => count));
        if (expected.value === null) expect(weighted).toEqual(expected);
        else expect(weighted.value).toBeCloseTo(expected.value, 10);
      }),
    );
  });
});
