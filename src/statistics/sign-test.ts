/**
 * The exact sign test, by which McNemar's compares two classifiers on the same items: of the items that one alone gets
 * right, each is as likely to be one's as the other's where both are equally good.
 *
 *   p = min(1, 2 · Σ_{k ≤ min(a, b)} C(a + b, k) / 2^(a + b))
 */

/** @param one items that one alone gets right, @param other that the other does. @returns two-sided, in [0, 1] */
export function signTest(one: number, other: number): number {
  const n = one + other;
  // by logarithms, since 2^n has no place in a number from n = 1024 on
  let logarithm = -n * Math.LN2;
  let sum = 0;
  for (let k = 0; k <= Math.min(one, other); k++) {
    sum += Math.exp(logarithm);
    logarithm += Math.log((n - k) / (k + 1));
  }
  return Math.min(1, 2 * sum);
}
