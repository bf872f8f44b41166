/**
 * What is still to be seen, given what was seen: posterior predictive distributions of counts. With a uniform prior
 * each parameter is the count seen so far plus 1.
 */

/**
 * Probabilities of 0 ... n successes, for a success rate with a Beta(a, b) distribution; a and b at least 1:
 *
 *   P(x) = C(n, x) · B(a + x, b + n − x) / B(a, b)
 */
export function betaBinomial(n: number, a: number, b: number): number[] {
  const weights = [1];
  for (let x = 0; x < n; x++) {
    const ratio = ((n - x) * (a + x)) / ((x + 1) * (b + n - x - 1));
    weights.push((weights[x] as number) * ratio);
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** How often each kind may come, and how likely that is. */
export interface Counts {
  /** One for each parameter; they add up to n. */
  counts: number[];
  probability: number;
}

/**
 * Every way in which n things may be of K kinds, for shares of the kinds with a Dirichlet(a₁ ... a_K) distribution;
 * each a at least 1:
 *
 *   P(x₁ ... x_K) = n! / Π x_k! · B(a + x) / B(a),   B(a) = Π Γ(a_k) / Γ(Σ a_k)
 *
 * The first count is beta-binomial, of the first kind against all others; given it, so is the second of what is left.
 */
export function dirichletMultinomial(n: number, [first = 1, ...others]: readonly number[]): Counts[] {
  if (others.length === 0) return [{ counts: [n], probability: 1 }];
  const rest = others.reduce((sum, one) => sum + one, 0);
  return betaBinomial(n, first, rest).flatMap((share, count) =>
    dirichletMultinomial(n - count, others).map(({ counts, probability }) => ({
      counts: [count, ...counts],
      probability: share * probability,
    })),
  );
}
