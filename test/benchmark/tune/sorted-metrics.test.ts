import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accuracy, balancedAccuracy, confusionOf, f1 } from '../../../src/statistics/confusion.ts';
import { averagePrecision, reversed, rocAuc } from '../../../src/statistics/ranking.ts';
import {
  bestCut,
  rankingMetric,
  type SortedRisks,
  thresholdMetric,
} from '../../../src/benchmark/tune/sorted-metrics.ts';

interface Item {
  score: number;
  positive: boolean;
}

const items = fc.array(
  fc.record({
    score: fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1), fc.double({ min: -5, max: 5, noNaN: true })),
    positive: fc.boolean(),
  }),
  { maxLength: 40 },
);

const sorted = (all: readonly Item[]): SortedRisks => ({
  positives: Float64Array.from(
    all.filter(({ positive }) => positive),
    ({ score }) => score,
  ).sort(),
  negatives: Float64Array.from(
    all.filter(({ positive }) => !positive),
    ({ score }) => score,
  ).sort(),
});

const confusionAt = (all: readonly Item[], cut: number) =>
  confusionOf(all.map(({ score, positive }) => ({ predicted: score > cut, positive })));

const REFERENCE = { f1, accuracy, balancedAccuracy };

describe('metrics of sorted risks', () => {
  it('are those of ranking.ts, ties and single classes included', () => {
    fc.assert(
      fc.property(items, (all) => {
        expect(rankingMetric('rocAuc', sorted(all))).toBe(rocAuc(all).value);
        expect(rankingMetric('averagePrecision', sorted(all))).toBe(averagePrecision(all).value);
        expect(rankingMetric('factualAveragePrecision', sorted(all))).toBe(
          averagePrecision(reversed(all)).value,
        );
      }),
    );
  });

  it.each(['f1', 'accuracy', 'balancedAccuracy'] as const)(
    '%s is that of confusion.ts at any cut',
    (metric) => {
      fc.assert(
        fc.property(items, fc.constantFrom(-6, 0, 0.25, 0.3, 0.5, 6), (all, cut) => {
          const expected = REFERENCE[metric](confusionAt(all, cut)).value;
          const value = thresholdMetric(metric, sorted(all), cut);
          if (expected === null) expect(value).toBeNull();
          else expect(value).toBeCloseTo(expected, 12);
        }),
      );
    },
  );
});

describe('bestCut', () => {
  it('reaches the highest value there is', () => {
    fc.assert(
      fc.property(items, fc.constantFrom('f1', 'accuracy', 'balancedAccuracy'), (all, metric) => {
        const risks = sorted(all);
        const cut = bestCut(metric, risks, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });
        const candidates = [-10, ...all.map(({ score }) => score)];
        const values = candidates
          .map((one) => thresholdMetric(metric, risks, one))
          .filter((value) => value !== null);
        const reached = cut === null ? null : thresholdMetric(metric, risks, cut);
        expect(reached).toBe(values.length === 0 ? null : Math.max(...values));
      }),
    );
  });

  const risks = sorted([
    { score: 1, positive: false },
    { score: 2, positive: false },
    { score: 6, positive: true },
    { score: 7, positive: true },
  ]);
  const anywhere = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

  it('lies in the middle of the gap', () => {
    expect(bestCut('f1', risks, anywhere)).toBe(4);
  });

  it('stays in its range, and in the middle of what the range leaves of a gap', () => {
    expect(bestCut('f1', risks, { min: 3, max: 5 })).toBe(4);
    expect(bestCut('f1', risks, { min: 5, max: 9 })).toBe(5.5);
    expect(bestCut('accuracy', risks, { min: 6.5, max: 6.9 })).toBeCloseTo(6.7, 12);
  });

  it('takes the best of a list', () => {
    expect(bestCut('accuracy', risks, [0, 1.5, 6.5, 5])).toBe(5);
  });

  it('is null without items of both kinds where the metric needs them', () => {
    expect(bestCut('balancedAccuracy', sorted([{ score: 1, positive: true }]), anywhere)).toBeNull();
    expect(bestCut('f1', sorted([]), anywhere)).toBeNull();
  });
});
