import { describe, expect, it } from 'vitest';
import { drawSetting, knownSettings, nearbySetting, search } from '../../../src/benchmark/tune/search.ts';
import { type Setting, settingOf } from '../../../src/benchmark/tune/setting.ts';
import type { Space } from '../../../src/benchmark/tune/space.ts';
import { COMPONENTS } from '../../../src/passage.ts';
import { randomFor } from '../../../src/common/random.ts';
import { plainScoring, weights } from '../../support/scoring.ts';

const UNIT = { min: 0, max: 1 };
const space: Space = {
  scoring: {
    ...{ 'weights.support': UNIT, 'weights.numbers': UNIT, 'weights.tail': UNIT },
    context: UNIT,
    passage: ['mean', 'min'],
  },
  comparison: {},
};
const start = settingOf(plainScoring({ support: 1 }), 0);

/** Highest, 0, at support .2, numbers .5, tail .3; context and aggregation make no difference. */
const quality = ({ weights }: Setting) =>
  -((weights.support - 0.2) ** 2) - (weights.numbers - 0.5) ** 2 - (weights.tail - 0.3) ** 2;

const run = (own: Partial<Parameters<typeof search>[0]> = {}) =>
  search({
    space,
    start,
    setCount: 1,
    evaluate: (setting) => ({ value: quality(setting), standardError: 0 }),
    trials: 600,
    tolerance: 0.5,
    random: randomFor('search-test'),
    ...own,
  });

describe('search', () => {
  it('comes close to the best, and takes back what makes no difference', () => {
    const { setting, value } = run();
    expect(value).toBeGreaterThan(-0.001);
    expect(setting.context).toBe(start.context);
    expect(setting.passage).toBe(start.passage);
  });

  it('evaluates no more settings than trials, but for the changes taken back', () => {
    let evaluations = 0;
    run({
      trials: 50,
      evaluate: (setting) => {
        evaluations += 1;
        return { value: quality(setting), standardError: 0 };
      },
    });
    expect(evaluations).toBeGreaterThanOrEqual(50);
    expect(evaluations).toBeLessThan(60);
  });

  it('stays at the start where the gain is within the noise', () => {
    const noisy = run({ evaluate: (setting) => ({ value: quality(setting), standardError: 10 }) });
    expect(noisy.setting).toEqual(start);
  });

  it('keeps the start where the objective is defined for no setting', () => {
    expect(run({ evaluate: () => ({ value: null, standardError: 0 }) })).toEqual({
      setting: start,
      value: null,
      standardError: 0,
    });
  });
});

describe('the settings tried', () => {
  const wide: Space = {
    scoring: {
      ...{ 'weights.head': UNIT, 'weights.tail': { min: 0.2, max: 0.4 }, 'threshold.k': { min: -1, max: 1 } },
      context: { min: 0.1, max: 0.3 },
      passage: ['mean', 'min'],
      'threshold.rule': ['fixed', 'meanPlusVariance'],
    },
    comparison: {},
  };
  const input = () => ({ space: wide, start, setCount: 2, random: randomFor('draw-test') });
  const draws = () => {
    const own = input();
    return Array.from({ length: 300 }, () => drawSetting(own));
  };
  const sum = (setting: Setting) => COMPONENTS.reduce((total, name) => total + setting.weights[name], 0);

  it('begin with the start, and hold each free component alone on every component set', () => {
    const known = knownSettings(input());
    expect(known[0]).toEqual(start);
    for (const components of [0, 1]) {
      expect(known).toContainEqual({ ...start, components, weights: weights({ tail: 1 }) });
    }
  });

  it('keep what is not in the space, stay in ranges and lists, and sum to 1', () => {
    for (const setting of draws()) {
      const { context, threshold, consistency, claimContext } = setting;
      expect(sum(setting)).toBeCloseTo(1, 9);
      expect(setting.weights.support).toBeGreaterThan(0);
      expect({ consistency, claimContext }).toEqual({ consistency: 'mean', claimContext: 0 });
      expect(Math.abs(context - 0.2)).toBeLessThanOrEqual(0.1);
      if (threshold.rule !== 'meanPlusVariance') continue;
      expect(Math.abs(threshold.k)).toBeLessThanOrEqual(1);
    }
    expect(new Set(draws().map(({ passage }) => passage)).size).toBe(2);
    expect(draws().filter(({ weights: own }) => own.head === 0).length).toBeGreaterThan(30);
    expect(new Set(draws().map(({ components }) => components))).toEqual(new Set([0, 1]));
    expect(new Set(draws().map(({ threshold }) => threshold.rule)).size).toBe(2);
    expect(new Set(draws().map(({ threshold }) => 'k' in threshold && threshold.k)).size).toBeGreaterThan(9);
  });

  it('change little where the step is small', () => {
    const own = { ...input(), setCount: 1, space: { ...wide, scoring: { 'weights.tail': UNIT } } };
    for (let trial = 0; trial < 200; trial++) {
      const near = nearbySetting(start, 0.05, own);
      expect(sum(near)).toBeCloseTo(1, 9);
      expect(Math.abs(near.weights.tail - start.weights.tail)).toBeLessThan(0.06);
    }
  });
});
