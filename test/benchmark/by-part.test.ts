import { expect, it } from 'vitest';
import { byPart } from '../../src/benchmark/by-part.ts';

const items = [
  { part: 'b', n: 1 },
  { part: null, n: 2 },
  { part: 'a', n: 3 },
  { part: 'b', n: 4 },
];
const sum = (some: readonly { n: number }[]) => some.reduce((total, { n }) => total + n, 0);

it('gives the figures of each named part, in the order in which they come', () => {
  expect(byPart(items, ({ part }) => part, sum)).toEqual([
    { part: 'b', figures: 5 },
    { part: 'a', figures: 3 },
  ]);
});

it('gives none where there is one part or no part', () => {
  expect(byPart(items.slice(0, 2), ({ part }) => part, sum)).toEqual([]);
  expect(byPart(items, () => undefined, sum)).toEqual([]);
});
