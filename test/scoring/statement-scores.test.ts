import { describe, expect, it } from 'vitest';
import { passageScore } from '../../src/scoring/statement-scores.ts';

const scores = [0.9, null, 0.2, 0.7];

describe('passageScore', () => {
  it('mean, min and half of each, of the scored ones', () => {
    expect(passageScore(scores, 'mean')).toBeCloseTo(0.6, 12);
    expect(passageScore(scores, 'min')).toBe(0.2);
    expect(passageScore(scores, 'meanAndMin')).toBeCloseTo(0.4, 12);
  });
  it('is null without a score', () => {
    expect(passageScore([null], 'mean')).toBeNull();
    expect(passageScore([], 'min')).toBeNull();
  });
});
