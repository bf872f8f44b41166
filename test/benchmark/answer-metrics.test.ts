import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerMetrics, answerWords, finalAnswer } from '../../src/benchmark/answer-metrics.ts';

describe('answers', () => {
  it('are compared without case, punctuation and articles', () => {
    expect(answerWords('The  U.S. of a "free" An!')).toEqual(['us', 'of', 'free']);
    expect(answerMetrics('the Beatles!', ['Beatles'])).toEqual({
      exactMatch: 1,
      precision: 1,
      recall: 1,
      f1: 1,
    });
  });

  it('share words, each as often as both have it', () => {
    // shared: rupert, brooke, one of the two "poet"; 3 of 5 words, of 4 gold ones
    const { exactMatch, precision, recall, f1 } = answerMetrics('Rupert Brooke poet poet soldier', [
      'Rupert Chawner Brooke poet',
    ]);
    expect(exactMatch).toBe(0);
    expect(precision).toBeCloseTo(3 / 5, 12);
    expect(recall).toBeCloseTo(3 / 4, 12);
    expect(f1).toBeCloseTo((2 * 0.6 * 0.75) / 1.35, 12);
  });

  it('are held against the gold answer that fits best', () => {
    expect(answerMetrics('in 1915', ['1916', '1915', 'in 1915']).exactMatch).toBe(1);
    expect(answerMetrics('in 1915', ['1916', '1915']).f1).toBeCloseTo(2 / 3, 12);
  });

  it('are 0 where nothing is shared or said, 1 where nothing was to be said', () => {
    expect(answerMetrics('yes', ['no'])).toEqual({ exactMatch: 0, precision: 0, recall: 0, f1: 0 });
    expect(answerMetrics('', ['no']).f1).toBe(0);
    expect(answerMetrics('the', ['a']).f1).toBe(1);
  });

  it('stand behind the last "answer is"', () => {
    expect(finalAnswer('He died young. The answer is: 1914. No, the answer is 1915.')).toBe('1915.');
    expect(finalAnswer('1915')).toBe('1915');
  });

  it('have an F1 between precision and recall, and 1 for themselves', () => {
    const words = fc.array(fc.constantFrom('x', 'y', 'z', 'the', 'Y.'), { maxLength: 6 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const { precision, recall, f1 } = answerMetrics(one.join(' '), [other.join(' ')]);
        expect(f1).toBeGreaterThanOrEqual(Math.min(precision, recall) - 1e-12);
        expect(f1).toBeLessThanOrEqual(Math.max(precision, recall) + 1e-12);
        expect(answerMetrics(one.join(' '), [one.join(' ')]).f1).toBe(1);
      }),
    );
  });
});
