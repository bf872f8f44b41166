import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE_CLASS, type ScoredItem } from '../../src/statistics/metric.ts';
import {
  averagePrecision,
  averagePrecisionStatistic,
  precisionRecall,
  reversed,
  rocAuc,
  rocAucStatistic,
  rocPoints,
} from '../../src/statistics/ranking.ts';

/** `+` marks a positive: `items('+.9', '-.5')`. */
const items = (...marks: string[]): ScoredItem[] =>
  marks.map((mark) => ({ positive: mark.startsWith('+'), score: Number(mark.slice(1)) }));

/** Few distinct scores, so that ties are common. */
const scored = fc.array(fc.record({ score: fc.integer({ min: -4, max: 4 }), positive: fc.boolean() }), {
  minLength: 1,
  maxLength: 40,
});
const bothClasses = scored.filter(
  (list) => list.some(({ positive }) => positive) && list.some(({ positive }) => !positive),
);
const withWeights = bothClasses.chain((list) =>
  fc.tuple(
    fc.constant(list),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: list.length, maxLength: list.length }),
  ),
);
const repeated = (list: readonly ScoredItem[], counts: readonly number[]) =>
  list.flatMap((item, index) => Array<ScoredItem>(counts[index] as number).fill(item));

/** Counts the pairs, as in the definition. */
function aucByPairs(list: readonly ScoredItem[]): number {
  const positives = list.filter(({ positive }) => positive);
  const negatives = list.filter(({ positive }) => !positive);
  const wins = positives.flatMap((above) =>
    negatives.map((below) => (Math.sign(above.score - below.score) + 1) / 2),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/** Precision and recall at every distinct threshold, as in the definition. */
function apByThresholds(list: readonly ScoredItem[]): number {
  const all = list.filter(({ positive }) => positive).length;
  const thresholds = [...new Set(list.map(({ score }) => score))].sort((left, right) => right - left);
  let previousRecall = 0;
  return thresholds.reduce((sum, threshold) => {
    const called = list.filter(({ score }) => score >= threshold);
    const hits = called.filter(({ positive }) => positive).length;
    const step = (hits / all - previousRecall) * (hits / called.length);
    previousRecall = hits / all;
    return sum + step;
  }, 0);
}

describe('rocAuc', () => {
  it.each([
    ['a perfect order', items('+3', '+2', '-1', '-0'), 1],
    ['the wrong order', items('-3', '+1'), 0],
    ['equal scores', items('+1', '-1', '-1'), 0.5],
    // pairs: .9>.8, .9>.3, .5<.8, .5>.3, .3<.8, .3=.3 -> (3 + .5) / 6
    ['one tie', items('+.9', '-.8', '+.5', '+.3', '-.3'), 3.5 / 6],
  ])('scores %s', (_, list, expected) => {
    expect(rocAuc(list).value).toBeCloseTo(expected, 12);
  });

  it.each([[items('+1', '+2')], [items('-1')], [[]]])('is not defined with one class (%#)', (list) => {
    expect(rocAuc(list)).toEqual({ value: null, reason: ONE_CLASS });
  });

  it('refuses NaN, which has no place in an order', () => {
    expect(() => rocAuc(items('+1', '-x'))).toThrow(RangeError);
  });

  it('equals the share of pairs in the right order', () => {
    fc.assert(
      fc.property(bothClasses, (list) => {
        expect(rocAuc(list).value).toBeCloseTo(aucByPairs(list), 12);
      }),
    );
  });

  it('does not change under a monotone transform and turns round with the scores', () => {
    fc.assert(
      fc.property(bothClasses, (list) => {
        const value = rocAuc(list).value as number;
        const transformed = list.map((item) => ({ ...item, score: Math.exp(item.score) * 3 - 7 }));
        expect(rocAuc(transformed).value).toBeCloseTo(value, 12);
        const negated = list.map((item) => ({ ...item, score: -item.score }));
        expect(rocAuc(negated).value).toBeCloseTo(1 - value, 12);
        expect(rocAuc(reversed(list)).value).toBeCloseTo(value, 12);
      }),
    );
  });
});

describe('averagePrecision', () => {
  it.each([
    ['a perfect order', items('+3', '+2', '-1'), 1],
    // ranks of the positives: 1, 3, 4 -> (1/1 + 2/3 + 3/4) / 3
    ['a mixed order', items('+.9', '-.8', '+.7', '+.6', '-.5'), (1 + 2 / 3 + 3 / 4) / 3],
    // both at .9 enter together: 1/2 · 1/2, then 1/2 · 2/3
    ['a tie', items('+.9', '-.9', '+.1'), 1 / 4 + 1 / 3],
    ['a constant score, by its base rate', items('+1', '-1', '-1', '-1'), 0.25],
  ])('scores %s', (_, list, expected) => {
    expect(averagePrecision(list).value).toBeCloseTo(expected, 12);
  });

  it('is 1 without a negative and not defined without a positive', () => {
    expect(averagePrecision(items('+1', '+2')).value).toBe(1);
    expect(averagePrecision(items('-1')).value).toBeNull();
    expect(averagePrecision(items('-1')).reason).toMatch(/./);
  });

  it('takes the other class as positive when reversed', () => {
    // from the lowest score up: .1 (accurate), .5 (not), .9 (accurate) -> (1 + 2/3) / 2
    expect(averagePrecision(reversed(items('-.1', '+.5', '-.9'))).value).toBeCloseTo(5 / 6, 12);
  });

  it('equals the sum over thresholds', () => {
    fc.assert(
      fc.property(bothClasses, (list) => {
        expect(averagePrecision(list).value).toBeCloseTo(apByThresholds(list), 12);
      }),
    );
  });

  it('depends on the order of scores only, not on the order of items', () => {
    fc.assert(
      fc.property(bothClasses, (list) => {
        const value = averagePrecision(list).value as number;
        const moved = list.map((item) => ({ ...item, score: item.score ** 3 + 2 })).reverse();
        expect(averagePrecision(moved).value).toBeCloseTo(value, 12);
      }),
    );
  });
});

describe.each([
  ['rocAuc', rocAuc, rocAucStatistic],
  ['averagePrecision', averagePrecision, averagePrecisionStatistic],
])('weighted %s', (_, plain, statistic) => {
  it('takes a weight as so many copies of the item', () => {
    fc.assert(
      fc.property(withWeights, ([list, counts]) => {
        const copies = plain(repeated(list, counts));
        const weighted = statistic(list)(counts);
        if (copies.value === null) expect(weighted).toEqual(copies);
        else expect(weighted.value).toBeCloseTo(copies.value, 12);
      }),
    );
  });
});

// The highest risk first: an error; an error and a factual item of equal score; a factual item.
const ITEMS = items('+.9', '+.6', '-.6', '-.1');

describe('curves against gold labels', () => {
  it('ROC: steps of equal scores are taken at once', () => {
    expect(rocPoints(ITEMS)).toEqual([
      [0, 0],
      [0, 0.5],
      [0.5, 1],
      [1, 1],
    ]);
  });

  it('precision and recall', () => {
    expect(precisionRecall(ITEMS)).toEqual([
      [0.5, 1],
      [1, 2 / 3],
      [1, 0.5],
    ]);
  });

  it('hold the areas that the benchmark reports', () => {
    fc.assert(
      fc.property(bothClasses, (list) => {
        const area = rocPoints(list).reduce(
          (sum, [x, y], at, all) => sum + ((x - (all[at - 1]?.[0] ?? 0)) * (y + (all[at - 1]?.[1] ?? 0))) / 2,
          0,
        );
        expect(area).toBeCloseTo(rocAuc(list).value as number, 12);
        const precision = precisionRecall(list).reduce(
          (sum, [recall, value], at, all) => sum + (recall - (all[at - 1]?.[0] ?? 0)) * value,
          0,
        );
        expect(precision).toBeCloseTo(averagePrecision(list).value as number, 12);
      }),
    );
  });

  it('say nothing where one kind is missing', () => {
    expect(rocPoints(items('-.1'))).toEqual([]);
    expect(precisionRecall(items('+.1'))).toEqual([]);
  });
});
