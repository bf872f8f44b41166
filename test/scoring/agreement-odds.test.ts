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

it('areComparable: samples would pass for right among one another', () => {
  expect(areComparable(0.5)).toBe(true);
  expect(areComparable(0.49)).toBe(false);
  // of a single sample
  expect(areComparable(null)).toBe(false);
});
