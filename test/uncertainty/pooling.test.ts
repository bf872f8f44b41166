import { expect, it } from 'vitest';
import { type Pooling, pool } from '../../src/uncertainty/pooling.ts';

it.each<[Pooling, number]>([
  ['mean', 0.5],
  ['min', 0.2],
  ['max', 0.8],
  ['product', 0.5 * 0.2 * 0.8],
  ['sum', 1.5],
  ['first', 0.5],
])('%s of .5, .2 and .8 is %d', (pooling, expected) => {
  expect(pool([0.5, 0.2, 0.8], pooling)).toBeCloseTo(expected, 12);
  expect(pool([0.3], pooling)).toBe(0.3);
  expect(pool([], pooling)).toBeNull();
});
