import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestThreshold, OBJECTIVES, type Objective } from '../../src/statistics/best-threshold.ts';
import { accuracy, balancedAccuracy, confusionOf, f1 } from '../../src/statistics/confusion.ts';
import type { ScoredItem } from '../../src/statistics/metric.ts';

/** `+` marks a positive: `items('+.9', '-.5')`. */
const items = (...marks: string[]): ScoredItem[] =>
  marks.map((mark) => ({ positive: mark.startsWith('+'), score: Number(mark.slice(1)) }));

const METRIC = { f1, balancedAccuracy, accuracy };

const valueAt = (list: readonly ScoredItem[], threshold: number, objective: Objective) =>
  METRIC[objective](
    confusionOf(list.map(({ score, positive }) => ({ predicted: score > threshold, positive }))),
  ).value;

describe('bestThreshold', () => {
  it.each([
    ['between the classes', items('+.9', '+.8', '-.2', '-.1'), 'f1', 0.5],
    ['above all where nothing is non-factual', items('-.9', '-.1'), 'accuracy', 0.9],
    ['below all where everything is', items('+.9', '+.1'), 'accuracy', Number.NEGATIVE_INFINITY],
    // called from the top: F1 2/4, 2/5, 4/6, 6/7, 6/8
    ['where F1 is best', items('+.9', '-.8', '+.7', '+.6', '-.5'), 'f1', 0.55],
    // balanced accuracy .5, 2/3, 5/12, 7/12, 3/4, .5
    ['where balanced accuracy is best', items('+.9', '-.8', '+.7', '+.6', '-.5'), 'balancedAccuracy', 0.55],
    ['at the highest of equals', items('+.9', '-.8', '+.7', '-.6'), 'accuracy', 0.85],
    ['above all where the objective is not defined', items('+.9', '+.1'), 'balancedAccuracy', 0.9],
  ] as const)('lies %s', (_, list, objective, expected) => {
    expect(bestThreshold(list, objective)).toBeCloseTo(expected, 12);
  });

  it('calls nothing without items', () => {
    expect(bestThreshold([], 'f1')).toBe(Number.POSITIVE_INFINITY);
  });

  it('is as good as the best of all thresholds tried one by one', () => {
    const scored = fc.array(fc.record({ score: fc.integer({ min: -4, max: 4 }), positive: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(scored, fc.constantFrom(...OBJECTIVES), (list, objective) => {
        const candidates = [Number.NEGATIVE_INFINITY, ...list.map(({ score }) => score)];
        const values = candidates.flatMap((threshold) => valueAt(list, threshold, objective) ?? []);
        fc.pre(values.length > 0);
        expect(valueAt(list, bestThreshold(list, objective), objective)).toBeCloseTo(Math.max(...values), 12);
      }),
    );
  });

  it('keeps neighbours that no number lies between apart', () => {
    const list = items('+1', '-1');
    (list[0] as ScoredItem).score = 1 + Number.EPSILON;
    expect(bestThreshold(list, 'accuracy')).toBe(1);
  });
});
