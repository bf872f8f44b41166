import { describe, expect, it } from 'vitest';
import { agreementOdds, areComparable } from '../../src/scoring/agreement-odds.ts';

describe('agreementOdds', () => {
  it('is 3.5 times the log odds of the score, which counts for nothing at one half', () => {
    expect(agreementOdds(0.5)).toBeCloseTo(0, 12);
    // 3.5 ln(.6 / .4)
    expect(agreementOdds(0.6)).toBeCloseTo(1.419128, 6);
    expect(agreementOdds(0.4)).toBeCloseTo(-1.419128, 6);
    expect(agreementOdds(null)).toBeNull();
  });

  it('is no more certain than any other part', () => {
    // ln(.98 / .02)
    expect(agreementOdds(0.9)).toBeCloseTo(3.89182, 6);
    expect(agreementOdds(0)).toBeCloseTo(-3.89182, 6);
  });
});

describe('areComparable', () => {
  it('needs two samples', () => {
    expect(areComparable(null)).toBe(false);
    expect(areComparable({ alike: [[]] })).toBe(false);
    expect(areComparable({ alike: [[0.5], []] })).toBe(true);
  });

  it('needs samples that answer one question', () => {
    expect(areComparable({ alike: [[0.05, 0.1], [0.09], []] })).toBe(false);
    expect(areComparable({ alike: [[0.05, 0.2], [0.08], []] })).toBe(true);
    expect(areComparable({})).toBe(false);
  });
});
