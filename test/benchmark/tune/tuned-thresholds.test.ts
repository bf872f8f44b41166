import { describe, expect, it } from 'vitest';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import { settingOf, sweepSettingOf } from '../../../src/benchmark/tune/setting.ts';
import { fittingsFor, sameShare, thresholdsFor } from '../../../src/benchmark/tune/tuned-thresholds.ts';
import { scoring, toySet } from './fixtures.ts';

const ANYWHERE = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
const set = toySet(12, 0);
const half = Uint8Array.from({ length: 12 }, (_, passage) => Number(passage < 6));

function thresholdsOf(own: Partial<ReturnType<typeof scoring>>, fittings = {}) {
  const setting = settingOf({ ...scoring({ support: 1 }), ...own }, 0);
  const scores = set.sweep(sweepSettingOf(setting));
  return thresholdsFor(setting, { fittings, set, scores, members: half });
}

describe('thresholds of a setting', () => {
  it('are its own where none is fitted', () => {
    expect(thresholdsOf({})).toEqual({ passage: 0.5, triple: 0.5 });
  });

  it('lie between the classes where they are fitted', () => {
    // without noise the support of factual passages is .7, of the others .3
    const fittings = fittingsFor(parseObjective('mean(passage.f1, sentence.f1)'), {
      passage: ANYWHERE,
      triple: ANYWHERE,
    });
    const own = { threshold: { rule: 'fixed', triple: 0.1, passage: 0.9 } } as const;
    expect(thresholdsOf(own, fittings)).toEqual({ passage: 0.5, triple: 0.5 });
    expect(thresholdsOf({ ...own, passage: 'flaggedShare' }, fittings).triple).toBe(0.1);
  });

  it('follow mean and variance of the training passages alone', () => {
    // of the first six: .3, .7, .7 twice; mean 3.4/6, sample variance (2·(.3 − µ)² + 4·(.7 − µ)²)/5
    const mean = 3.4 / 6;
    const variance = (2 * (0.3 - mean) ** 2 + 4 * (0.7 - mean) ** 2) / 5;
    const { passage, triple } = thresholdsOf({ threshold: { rule: 'meanPlusVariance', k: 2 } });
    expect(passage).toBeCloseTo(mean + 2 * variance, 12);
    expect(triple).toBe(passage);
  });
});

describe('fittingsFor', () => {
  it('fits what the objective needs and the space allows', () => {
    const f1 = parseObjective('mean(passage.rocAuc, claim.f1)');
    expect(fittingsFor(f1, { passage: ANYWHERE, triple: ANYWHERE })).toEqual({
      triple: { level: 'claim', metric: 'f1', cuts: ANYWHERE },
    });
    expect(fittingsFor(f1, { passage: ANYWHERE })).toEqual({});
  });
});

describe('sameShare', () => {
  it('flags the same share of other scores', () => {
    const before = Float64Array.from([0.1, 0.2, 0.3, 0.4, Number.NaN]);
    const scores = Float64Array.from([4, 3, 2, 1, 0]);
    // half of the four lie below .25; half of the way through 0 ... 4 is 2
    expect(sameShare(before, 0.25, scores)).toBe(2);
    expect(sameShare(before, 0.05, scores)).toBe(0);
    expect(sameShare(before, 0.25, new Float64Array(0))).toBeNull();
  });
});
