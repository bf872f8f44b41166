import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rougeOf } from '../../src/correction/rouge.ts';

describe('rougeOf', () => {
  it('gives the F of hand-counted overlaps', () => {
    // the cat was under the bed (6) / the cat was found under the bed (7): 6 words, 4 pairs of 5 and 6, sequence of 6
    const { rouge1, rouge2, rougeL } = rougeOf(
      'The cat was found under the bed.',
      'the cat was under the bed',
    );
    expect(rouge1).toBeCloseTo(12 / 13, 12);
    expect(rouge2).toBeCloseTo(8 / 11, 12);
    expect(rougeL).toBeCloseTo(12 / 13, 12);
  });

  // Expected: rouge-score 0.1.2 (PyPI), without stemming.
  it('is that of the released code for texts of a to z', () => {
    const rouge = rougeOf(
      'Mara Quint, a painter, was born in Leith in 1901.',
      'Mara Quint was born in Leith in 1910, a painter.',
    );
    expect(rouge.rouge1).toBeCloseTo(0.9, 12);
    expect(rouge.rouge2).toBeCloseTo(0.6666666666666666, 12);
    expect(rouge.rougeL).toBeCloseTo(0.7, 12);
  });

  it('counts a repeated word as often as both texts have it', () => {
    // the twice, cat once, of 4 and 4
    expect(rougeOf('the cat the cow', 'the dog the cat').rouge1).toBeCloseTo(6 / 8, 12);
    // cat cow / dog: the longest common sequence is "the the" or "the cat", 2 of 4
    expect(rougeOf('the cat the cow', 'the dog the cat').rougeL).toBeCloseTo(4 / 8, 12);
  });

  it('takes the longest common sequence over sentence boundaries, in order', () => {
    // a c d is the longest sequence common to a b c d and a c b d (or a b d): 3 of 4
    expect(rougeOf('a b. c d.', 'a c. b d.').rougeL).toBeCloseTo(3 / 4, 12);
  });

  it('reads letters of any script, without case and without stemming', () => {
    expect(rougeOf('Kraków, 1867', 'KRAKÓW 1867').rouge1).toBe(1);
    expect(rougeOf('painter', 'painters').rouge1).toBe(0);
  });

  it('has no value where there is nothing to count', () => {
    expect(rougeOf('', 'a b')).toEqual({ rouge1: null, rouge2: null, rougeL: null });
    expect(rougeOf('a', 'a')).toEqual({ rouge1: 1, rouge2: null, rougeL: 1 });
  });

  it('agrees with a naive count, is symmetric, and is 1 for equal texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const rouge = rougeOf(left.join(' '), right.join(' '));
        expect(rouge.rouge1).toBeCloseTo(naiveOverlap(left, right), 12);
        expect(rouge.rougeL).toBeCloseTo((2 * naiveLcs(left, right)) / (left.length + right.length), 12);
        expect(rougeOf(right.join(' '), left.join(' ')).rouge2).toBeCloseTo(rouge.rouge2 as number, 12);
        expect(rougeOf(left.join(' '), left.join(' '))).toEqual({ rouge1: 1, rouge2: 1, rougeL: 1 });
      }),
    );
  });
});

function naiveOverlap(left: string[], right: string[]): number {
  const rest = [...right];
  const common = left.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (left.length + right.length);
}

function naiveLcs([first, ...left]: string[], right: string[]): number {
  if (first === undefined || right.length === 0) return 0;
  const at = right.indexOf(first);
  const without = naiveLcs(left, right);
  return at < 0 ? without : Math.max(without, 1 + naiveLcs(left, right.slice(at + 1)));
}
