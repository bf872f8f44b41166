/**
 * Entropy of a token's distribution, H = −Σ_w p(w) ln p(w) (DRAD, Su et al. 2024, §3.1), bounded from the likeliest
 * tokens.
 *
 * A service returns only k alternatives. Let K be the known tokens (those k, and the generated one), S their part of
 * H, r = 1 − Σ_K p the mass of all others, and m the least probability among the k: no other token is likelier. Since
 * −q ln q is concave,
 *
 *   H ≥ S − n·m ln m − s ln s     n = ⌊r/m⌋, s = r − n·m: the mass in the fewest possible tokens
 *   H ≤ S + r ln((V − |K|) / r)   the mass spread evenly over the rest of a vocabulary of V tokens
 *
 * Both are attained by some distribution, so they are tight without more alternatives.
 */
import type { Token } from '../passage.ts';

/**
 * Bounds in nats.
 *
 * @param vocabulary V; a number too large only widens the upper bound
 * @returns null for a token without alternatives
 */
export function tokenEntropy(token: Token, vocabulary: number): { lower: number; upper: number } | null {
  const top = (token.top ?? []).map(({ logprob }) => Math.exp(logprob));
  if (top.length === 0) return null;
  const isAmongTop = token.top?.some(({ text }) => text === token.text) ?? false;
  const known = isAmongTop ? top : [...top, Math.exp(token.logprob)];
  const ofKnown = sum(known.map(term));
  // Services round, so the known mass may come out above 1.
  const rest = Math.max(0, 1 - sum(known));
  const lower = ofKnown + leastEntropy(rest, Math.min(...top));
  const others = Math.max(1, vocabulary - known.length);
  const upper = ofKnown + (rest > 0 ? rest * Math.log(others / rest) : 0);
  return { lower, upper: Math.max(lower, upper) };
}

/** Of a mass in parts of at most `most`. */
function leastEntropy(mass: number, most: number): number {
  if (most === 0) return 0;
  const full = Math.floor(mass / most);
  return full * term(most) + term(Math.max(0, mass - full * most));
}

/** −p ln p, 0 at 0. */
const term = (probability: number): number => (probability > 0 ? -probability * Math.log(probability) : 0);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
