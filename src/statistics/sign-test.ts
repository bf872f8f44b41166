/**
 * The exact sign test, as in McNemar's comparison of two classifiers on the same items: if both are equally good, an
 * item that only one gets right is equally likely to be either's.
 *
 *   p = min(1, 2 · Σ_{k ≤ min(a, b)} C(a + b, k) / 2^(a + b))
 */

/** @param one items that only one gets right, @param other that only the other does. @returns two-sided, in [0, 1] */
export function signTest(one: number, other: number): number {
  const n = one + other;
  // in logarithms, since 2^n overflows from n = 1024 on
  let logarithm = -n * Math.LN2;
  let sum = 0;
  for (let k = 0; k <= Math.min(one, other); k++) {
    sum += Math.exp(logarithm);
    logarithm += Math.log((n - k) / (k + 1));
  }
  return Math.min(1, 2 * sum);
}
