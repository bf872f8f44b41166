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
    ['above all where nothing is non-factual', items('-.9', '-.1'), 'accuracy', 1.9],
    ['below all where everything is', items('+.9', '+.1'), 'accuracy', -0.9],
    // called from the top: F1 2/4, 2/5, 4/6, 6/7, 6/8
    ['where F1 is best', items('+.9', '-.8', '+.7', '+.6', '-.5'), 'f1', 0.55],
    // balanced accuracy .5, 2/3, 5/12, 7/12, 3/4, .5
    ['where balanced accuracy is best', items('+.9', '-.8', '+.7', '+.6', '-.5'), 'balancedAccuracy', 0.55],
    // 3/4 between .9 and .8, and between .7 and .4
    ['in the widest gap of equals', items('+.9', '-.8', '+.7', '-.4'), 'accuracy', 0.55],
  ] as const)('lies %s', (_, list, objective, expected) => {
    expect(bestThreshold(list, objective)).toBeCloseTo(expected, 12);
  });

  it('is null without items, or without items of both kinds where the objective needs them', () => {
    expect(bestThreshold([], 'f1')).toBeNull();
    expect(bestThreshold(items('+.9', '+.1'), 'balancedAccuracy')).toBeNull();
  });

  const apart = items('-1', '-2', '+6', '+7');

  it('stays in its range, in the middle of what the range leaves of a gap', () => {
    expect(bestThreshold(apart, 'f1')).toBe(4);
    expect(bestThreshold(apart, 'f1', { min: 3, max: 5 })).toBe(4);
    expect(bestThreshold(apart, 'f1', { min: 5, max: 9 })).toBe(5.5);
    expect(bestThreshold(apart, 'accuracy', { min: 6.5, max: 6.9 })).toBeCloseTo(6.7, 12);
  });

  it('takes the best of a list', () => {
    expect(bestThreshold(apart, 'accuracy', [0, 1.5, 6.5, 5])).toBe(5);
    expect(bestThreshold(apart, 'accuracy', [6])).toBe(6);
    expect(bestThreshold(apart, 'f1', [])).toBeNull();
  });

  it('is as good as the best of all thresholds tried one by one', () => {
    const score = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -5, max: 5, noNaN: true }));
    const scored = fc.array(fc.record({ score, positive: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(scored, fc.constantFrom(...OBJECTIVES), (list, objective) => {
        const candidates = [Number.NEGATIVE_INFINITY, ...list.map((item) => item.score)];
        const values = candidates.flatMap((threshold) => valueAt(list, threshold, objective) ?? []);
        const best = bestThreshold(list, objective);
        if (values.length === 0) expect(best).toBeNull();
        else expect(valueAt(list, best as number, objective)).toBeCloseTo(Math.max(...values), 12);
      }),
    );
  });

  it('keeps neighbours that no number lies between apart', () => {
    const list = items('+1', '-1');
    (list[0] as ScoredItem).score = 1 + Number.EPSILON;
    expect(bestThreshold(list, 'accuracy')).toBe(1);
  });
});
