import fc from 'fast-check';
import { expect, it } from 'vitest';
import { align } from '../../../src/local/checker/aligned-words.ts';

/** Straight from the definition. */
function longest(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left;
  if (first === undefined || right.length === 0) return 0;
  const place = right.indexOf(first);
  const taken = place < 0 ? 0 : 1 + longest(rest, right.slice(place + 1));
  return Math.max(taken, longest(rest, right));
}

const row = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });

it('pairs equal words in order', () => {
  expect(align(['brooke', 'born', '1978'], ['poet', 'brooke', 'born', '1987'])).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

it('is a common subsequence, as long as there is one', () => {
  fc.assert(
    fc.property(row, row, (left, right) => {
      const pairs = align(left, right);
      expect(pairs.every(([i, j]) => left[i] === right[j])).toBe(true);
      for (const side of [0, 1] as const) {
        const positions = pairs.map((pair) => pair[side]);
        expect([...new Set(positions)].toSorted((one, other) => one - other)).toEqual(positions);
      }
      expect(pairs.length).toBe(longest(left, right));
    }),
  );
});
