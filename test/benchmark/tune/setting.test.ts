import { describe, expect, it } from 'vitest';
import {
  changesOf,
  distance,
  normalised,
  settingOf,
  withValue,
} from '../../../src/benchmark/tune/setting.ts';
import { plainScoring, weights } from '../../support/scoring.ts';

describe('settingOf', () => {
  it('leaves weights alone that sum to 1', () => {
    const own = plainScoring({ head: 0.7, relation: 0.15, tail: 0.1, consistency: 0.05 });
    const { unsure: _, ...rest } = own;
    expect(settingOf(own, 2)).toEqual({ ...rest, components: 2 });
  });

  it('divides weights by their sum, and leaves thresholds, since scores do not change', () => {
    const own = plainScoring({ head: 3, tail: 1 });
    expect(settingOf(own, 0)).toMatchObject({
      weights: { head: 0.75, tail: 0.25 },
      threshold: own.threshold,
    });
  });
});

describe('normalised', () => {
  it('gives thousandths that sum to 1', () => {
    const result = normalised(weights({ head: 1, relation: 1, tail: 1 }));
    expect(result).toMatchObject({ head: 0.334, relation: 0.333, tail: 0.333, support: 0 });
  });

  it('is null without a positive weight', () => {
    expect(normalised(weights({}))).toBeNull();
  });
});

describe('distance', () => {
  it('adds half the differences of weights, the differences of shares, and 1 a choice', () => {
    const left = settingOf(plainScoring({ head: 1 }), 0);
    const right = settingOf({ ...plainScoring({ head: 0.4, tail: 0.6 }), context: 0.2, passage: 'min' }, 1);
    expect(distance(left, left)).toBe(0);
    expect(distance(left, right)).toBeCloseTo(0.6 + 0.2 + 2, 12);
  });
});

describe('withValue', () => {
  const start = settingOf(plainScoring({ head: 1 }), 0);

  it('sets a value by its path, and leaves out a threshold that the rule does not have', () => {
    expect(withValue(start, 'weights.tail', 0.5).weights).toEqual({ ...start.weights, tail: 0.5 });
    expect(withValue(start, 'passage', 'min')).toEqual({ ...start, passage: 'min' });
    expect(withValue(start, 'threshold.k', 1)).toEqual(start);
    const other = withValue(start, 'threshold.rule', 'meanPlusVariance');
    expect(withValue(other, 'threshold.k', 1).threshold).toEqual({ rule: 'meanPlusVariance', k: 1 });
  });

  it('makes a change that is told by its path', () => {
    const after = withValue(withValue(start, 'weights.head', 0.5), 'context', 0.1);
    expect(changesOf(start, { ...after, components: 1 })).toEqual([
      { path: 'scoring.weights.head', from: 1, to: 0.5 },
      { path: 'scoring.context', from: 0, to: 0.1 },
    ]);
  });
});
