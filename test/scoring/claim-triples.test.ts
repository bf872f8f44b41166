import { describe, expect, it } from 'vitest';
import { triplesOfClaim } from '../../src/scoring/claim-triples.ts';

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
