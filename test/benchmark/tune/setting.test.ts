import { describe, expect, it } from 'vitest';
import { distance, normalised, settingOf } from '../../../src/benchmark/tune/setting.ts';
import { weights } from '../../support/scoring.ts';
import { scoring } from './fixtures.ts';

describe('settingOf', () => {
  it('leaves weights alone that sum to 1', () => {
    const own = scoring({ head: 0.7, relation: 0.15, tail: 0.1, consistency: 0.05 });
    expect(settingOf(own, 2)).toEqual({ ...own, components: 2 });
  });

  it('divides weights by their sum, and leaves thresholds, since scores do not change', () => {
    const own = scoring({ head: 3, tail: 1 });
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
    const left = settingOf(scoring({ head: 1 }), 0);
    const right = settingOf({ ...scoring({ head: 0.4, tail: 0.6 }), context: 0.2, passage: 'min' }, 1);
    expect(distance(left, left)).toBe(0);
    expect(distance(left, right)).toBeCloseTo(0.6 + 0.2 + 2, 12);
  });
});
