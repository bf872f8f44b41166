import { describe, expect, it } from 'vitest';
import { passageScore, triplesOfClaim } from '../../src/scoring/statement-scores.ts';

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

const rows = ['Rugby', '1887', 'King’s College, Cambridge', 'the'].map((tail) => ({ triple: { tail } }));
const tailsOf = (claim: string) => triplesOfClaim(claim, rows).map(({ triple }) => triple.tail);

describe('triplesOfClaim', () => {
  it('finds the triples whose tail stands in the claim', () => {
    expect(tailsOf('Brooke was born in Rugby in 1887.')).toEqual(['Rugby', '1887']);
    expect(tailsOf('He studied at King’s College in Cambridge.')).toEqual(['King’s College, Cambridge']);
  });

  it('wants four fifths of the words, and words at all', () => {
    expect(tailsOf('He lived in Cambridge.')).toEqual([]);
    expect(tailsOf('the the the')).toEqual([]);
  });
});
