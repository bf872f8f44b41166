import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accuracy,
  balancedAccuracy,
  confusionOf,
  confusionStatistic,
  f1,
  precision,
  recall,
} from '../../src/statistics/confusion.ts';

const metrics = { accuracy, balancedAccuracy, f1, precision, recall };

const matrix = (
  truePositives: number,
  falsePositives: number,
  falseNegatives: number,
  trueNegatives: number,
) => ({
  truePositives,
  falsePositives,
  falseNegatives,
  trueNegatives,
});

describe('confusionOf', () => {
  const items = [
    { predicted: true, positive: true },
    { predicted: true, positive: false },
    { predicted: false, positive: true },
    { predicted: false, positive: false },
    { predicted: true, positive: true },
  ];

  it('counts the four cases', () => {
    expect(confusionOf(items)).toEqual(matrix(2, 1, 1, 1));
  });

  it('sums weights', () => {
    for (const metric of Object.values(metrics))
      expect(confusionStatistic(items, metric)([1, 2, 3, 4, 5])).toEqual(metric(matrix(6, 2, 3, 4)));
  });
});

describe('metrics of the confusion matrix', () => {
  it('match values worked out by hand', () => {
    const worked = matrix(6, 2, 3, 9);
    expect(precision(worked).value).toBe(6 / 8);
    expect(recall(worked).value).toBe(6 / 9);
    expect(f1(worked).value).toBe(12 / 17);
    expect(accuracy(worked).value).toBe(15 / 20);
    expect(balancedAccuracy(worked).value).toBeCloseTo((6 / 9 + 9 / 11) / 2, 12);
  });

  it.each([
    [
      'nothing called positive',
      matrix(0, 0, 3, 5),
      { f1: 0, precision: null, recall: 0, balancedAccuracy: 0.5 },
    ],
    ['no positive item', matrix(0, 2, 0, 5), { f1: 0, precision: 0, recall: null, balancedAccuracy: null }],
    ['no negative item', matrix(2, 0, 1, 0), { f1: 0.8, precision: 1, balancedAccuracy: null }],
    ['neither of both', matrix(0, 0, 0, 5), { f1: null, precision: null, recall: null, accuracy: 1 }],
    ['no item', matrix(0, 0, 0, 0), { accuracy: null, f1: null, balancedAccuracy: null }],
  ])('with %s, are null where they are not defined', (_, confusion, expected) => {
    for (const [name, value] of Object.entries(expected)) {
      const metric = metrics[name as keyof typeof metrics](confusion);
      expect([name, metric.value]).toEqual([name, value]);
      expect(metric.reason === null).toBe(value !== null);
    }
  });

  it.each([
    [0.26, 41.4 / 100],
    [0.95, 97.4 / 100],
    [24 / 30, 88.9 / 100],
  ])('give the F1 of calling all positive for the base rate %d', (baseRate, expected) => {
    expect(f1(matrix(baseRate, 1 - baseRate, 0, 0)).value).toBeCloseTo(expected, 2);
  });

  it('hold together: F1 is the harmonic mean of precision and recall', () => {
    const count = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(count, count, count, count, (...counts) => {
        const confusion = matrix(...counts);
        const p = precision(confusion).value as number;
        const r = recall(confusion).value as number;
        expect(f1(confusion).value).toBeCloseTo((2 * p * r) / (p + r), 12);
      }),
    );
  });
});
