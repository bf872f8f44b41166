import { describe, expect, it } from 'vitest';
import {
  type DrawContext,
  drawSetting,
  knownSettings,
  nearbySetting,
} from '../../../src/benchmark/tune/draw-setting.ts';
import { type Setting, settingOf } from '../../../src/benchmark/tune/setting.ts';
import type { Space } from '../../../src/benchmark/tune/space.ts';
import { COMPONENTS } from '../../../src/passage.ts';
import { randomFor } from '../../../src/random.ts';
import { weights } from '../../support/scoring.ts';
import { scoring } from './fixtures.ts';

const UNIT = { min: 0, max: 1 };
const space: Space = {
  weights: { head: UNIT, relation: UNIT, tail: UNIT, consistency: UNIT },
  shares: { context: { min: 0.1, max: 0.3 } },
  passage: ['mean', 'flaggedShare'],
  rule: ['fixed', 'meanPlusVariance'],
  k: { min: -1, max: 1 },
  comparison: {},
};
const start = settingOf(scoring({ support: 0.5, head: 0.5 }), 0);
const context = (own: Partial<DrawContext> = {}): DrawContext => ({
  space,
  start,
  setCount: 2,
  random: randomFor('draw-test'),
  ...own,
});

const draws = (own: DrawContext) => Array.from({ length: 300 }, () => drawSetting(own));
const sum = (setting: Setting) => COMPONENTS.reduce((total, name) => total + setting.weights[name], 0);

describe('knownSettings', () => {
  const known = knownSettings(context());

  it('begins with the start', () => {
    expect(known[0]).toEqual(start);
  });

  it('holds each free component alone and the published weights, on every component set', () => {
    for (const components of [0, 1]) {
      const own = known
        .filter((setting) => setting.components === components)
        .map((setting) => setting.weights);
      expect(own).toContainEqual(weights({ tail: 1 }));
      expect(own).toContainEqual(weights({ head: 0.7, relation: 0.1, tail: 0.1, consistency: 0.1 }));
    }
  });

  it('leaves the published weights out where not all of theirs are free', () => {
    const own = knownSettings(context({ space: { ...space, weights: { head: UNIT, support: UNIT } } }));
    expect(own.map((setting) => setting.weights)).not.toContainEqual(
      weights({ head: 0.7, relation: 0.1, tail: 0.1, consistency: 0.1 }),
    );
  });
});

describe('drawSetting', () => {
  it('keeps what is not in the space, and sums to 1', () => {
    const fixed = { ...space, weights: { head: UNIT } };
    for (const setting of draws(context({ space: fixed }))) {
      expect(sum(setting)).toBeCloseTo(1, 9);
      expect(setting.weights.support).toBeGreaterThan(0);
      expect(setting.consistency).toBe('mean');
      expect(setting.claimContext).toBe(0);
    }
  });

  it('stays in ranges and lists, sparse corners among the draws', () => {
    const all = draws(context());
    for (const { context, threshold, passage } of all) {
      expect(context).toBeGreaterThanOrEqual(0.1);
      expect(context).toBeLessThanOrEqual(0.3);
      if (threshold.rule === 'meanPlusVariance') {
        expect(Math.abs(threshold.k)).toBeLessThanOrEqual(1);
        expect(passage).toBe('mean');
      }
    }
    const sparse = all.filter(
      (setting) => COMPONENTS.filter((name) => setting.weights[name] > 0).length <= 2,
    );
    expect(sparse.length).toBeGreaterThan(30);
    expect(new Set(all.map(({ components }) => components))).toEqual(new Set([0, 1]));
  });

  it('gives the same draws for the same seed', () => {
    expect(draws(context())).toEqual(draws(context()));
  });
});

describe('nearbySetting', () => {
  it('changes little where the step is small, and keeps weights that sum to 1', () => {
    const own = context({ space: { weights: space.weights, shares: {}, comparison: {} }, setCount: 1 });
    for (let trial = 0; trial < 200; trial++) {
      const near = nearbySetting(start, 0.05, own);
      expect(sum(near)).toBeCloseTo(1, 9);
      expect(Math.abs(near.weights.head - start.weights.head)).toBeLessThan(0.06);
    }
  });

  it('does not leave a declared range of weights', () => {
    const own = context({ space: { ...space, weights: { head: { min: 0.45, max: 0.55 } } } });
    for (let trial = 0; trial < 200; trial++) {
      const { head } = nearbySetting(start, 0.5, own).weights;
      expect(head).toBeGreaterThanOrEqual(0.45);
      expect(head).toBeLessThanOrEqual(0.55);
    }
  });
});
