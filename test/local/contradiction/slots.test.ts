import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import type { Mention } from '../../../src/english/values/mentions.ts';
import { likeness, slotOf as slotAround, slotOfWords } from '../../../src/local/contradiction/slots.ts';

const words = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 9 }));
const slotOf = (weights: Record<string, number>) => slotOfWords(new Map(Object.entries(weights)));

it('takes all words of a sentence, of hundreds only those near the value', () => {
  const tokensIn = (count: number) =>
    tokensOf(Array.from({ length: count }, (_, index) => `K${index}x`).join(' '));
  const around = (count: number) => {
    const value = {
      ...{ kind: 'name', key: '', text: '', unit: '', measure: null, bound: '' },
      from: 100,
      to: 101,
    };
    return slotAround(tokensIn(count), value as Mention, () => false).words.size;
  };
  expect(around(250)).toBe(249);
  expect(around(251)).toBe(60);
});

/** The formula, word by word. */
function naive(one: Record<string, number>, other: Record<string, number>, apart: readonly string[]): number {
  let [shared, total] = [0, 0];
  for (const word of 'abcdefgh') {
    if (apart.includes(word)) continue;
    const [own, its] = [one[word] ?? 0, other[word] ?? 0];
    shared += Math.min(own, its);
    total += own + its;
  }
  return total === 0 ? 0 : (2 * shared) / total;
}

describe('likeness', () => {
  it('is twice the shared weight by the weight of both', () => {
    const [one, other] = [slotOf({ born: 3, in: 1, town: 2 }), slotOf({ born: 2, in: 1, year: 3 })];
    expect(likeness(one, other)).toBe(6 / 12);
    expect(likeness(one, other, ['town'])).toBe(6 / 10);
    expect(likeness(one, other, ['born', 'in', 'town', 'year'])).toBe(0);
  });

  it('is that of the formula, or 0 where less is asked for', () => {
    const apart = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
    const least = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(words, words, apart, least, (one, other, left, asked) => {
        const expected = naive(one, other, left);
        const found = likeness(slotOf(one), slotOf(other), left, asked);
        expect(found).toBeCloseTo(found === 0 && expected < asked ? 0 : expected, 9);
      }),
    );
  });
});
