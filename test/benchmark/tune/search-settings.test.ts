import { describe, expect, it } from 'vitest';
import { search } from '../../../src/benchmark/tune/search-settings.ts';
import { type Setting, settingOf } from '../../../src/benchmark/tune/setting.ts';
import type { Space } from '../../../src/benchmark/tune/space.ts';
import { randomFor } from '../../../src/random.ts';
import { scoring } from './fixtures.ts';

const UNIT = { min: 0, max: 1 };
const space: Space = {
  weights: { support: UNIT, numbers: UNIT, tail: UNIT },
  shares: { context: UNIT },
  passage: ['mean', 'min'],
  comparison: {},
};
const start = settingOf(scoring({ support: 1 }), 0);

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
