import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signTest } from '../../src/statistics/sign-test.ts';

it.each([
  [0, 0, 1],
  [1, 0, 1], // 2 · 1/2
  [0, 6, 2 / 64],
  [1, 5, (2 * (1 + 6)) / 64],
  [5, 1, (2 * (1 + 6)) / 64],
  [3, 3, 1],
  [2, 8, (2 * (1 + 10 + 45)) / 1024],
])('of %i against %i is %f', (one, other, p) => {
  expect(signTest(one, other)).toBeCloseTo(p, 12);
});

it('holds where 2^n is no number, and lies in [0, 1]', () => {
  expect(signTest(1000, 1000)).toBe(1);
  expect(signTest(900, 1100)).toBeCloseTo(8.5e-6, 6);
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(3000), (one, other) => {
      const p = signTest(one, other);
      return p >= 0 && p <= 1 && p === signTest(other, one);
    }),
  );
});
