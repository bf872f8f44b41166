/**
 * Pooling of evidence in log odds: the probability that a fact, a sentence or a passage is right.
 *
 *   fact       logit(F) = b + a + Σ_k w_k · logit(p_k),   logit(p) = ln(p / (1 − p)),   p_k clipped to [.02, .98]
 *   sentence   logit(S) = b + a + w_d · logit(p_d) + min_f Σ_{k ≠ d} w_k · logit(p_k),   p_d the judge's, of the sentence
 *   fact       P_f = max(F, S)          passage   P = min S
 *
 * over the parts k that have a value p_k; d is the judge, a the sample agreement of the sentence (agreement-odds.ts), and b
 * the log odds without any evidence. A missing part and a part at ½ leave the others unchanged. With independent parts
 * that each state the true odds, w = 1 is Bayes' rule; weights below 1 discount parts that overlap or overstate. The judge reads a sentence as a whole, with what no fact
 * holds, so its word on the sentence stands in the place of its words on the facts, beside what else is known of the
 * least supported one, unless it cannot tell that one; and a fact is no less probable than the sentence that holds it.
 */
import type { ConsistencyScale } from '../consistency/consistency-score.ts';
import { COMPONENTS, type Component, type Components } from '../passage.ts';
import { type AgreementPart, isOfAgreement } from './families.ts';
import type { Weights } from './weighted-sum.ts';

/** p closer to 0 or 1 is clipped: no single part outweighs all others. */
export const CERTAINTY = 0.98;

export const logit = (probability: number): number => {
  const clipped = Math.min(Math.max(probability, 1 - CERTAINTY), CERTAINTY);
  return Math.log(clipped / (1 - clipped));
};

/** The inverse of the logit, without a clip. */
export const probabilityOfOdds = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

export interface WeighedPart {
  /** Probability that the fact is right, in [0, 1]. */
  value: number | null;
  weight: number;
}

/** Σ w_k · logit(p_k); null where no part with a weight above 0 has a value. */
export function weighedOdds(parts: readonly WeighedPart[]): number | null {
  const known = parts.filter(({ value, weight }) => value !== null && weight > 0);
  if (known.length === 0) return null;
  return known.reduce((sum, { value, weight }) => sum + weight * logit(value as number), 0);
}

/** Each a probability of a fact; sample agreement counts as a whole, by sentences. */
export type PooledPart = Exclude<Component, AgreementPart>;
export const POOLED_PARTS = COMPONENTS.filter((name): name is PooledPart => !isOfAgreement(name));

/** The parts of a fact, weighed; C counts as (C + 1) / 2, or (C + 10) / 20 as published. */
export const weighedParts = (
  components: Components,
  weights: Weights,
  consistency: ConsistencyScale,
): Record<PooledPart, WeighedPart> =>
  Object.fromEntries(
    POOLED_PARTS.map((name) => [
      name,
      { value: partProbability(components, name, consistency), weight: weights[name] },
    ]),
  ) as Record<PooledPart, WeighedPart>;

export function partProbability(
  components: Components,
  name: Component,
  consistency: ConsistencyScale,
): number | null {
  const { value } = components[name];
  if (name !== 'consistency' || value === null) return value;
  const extent = consistency === 'raw' ? 10 : 1;
  return (value + extent) / (2 * extent);
}

/** Weighed log odds of a fact; null where a side has no evidence. */
export interface FactOdds {
  judged: number | null;
  /** By all other parts together. */
  others: number | null;
}

/** With more evidence beside the judge's word. */
export const withOdds = ({ judged, others }: FactOdds, more: number | null): FactOdds => ({
  judged,
  others: more === null ? others : (others ?? 0) + more,
});

/** logit(F); null without evidence. @param prior b */
export const factOdds = ({ judged, others }: FactOdds, prior = 0): number | null =>
  judged === null && others === null ? null : prior + (judged ?? 0) + (others ?? 0);

/**
 * logit(S). A judge that can tell none of some facts guesses that the sentence is right, so a favourable word on it counts only for
 * the others: facts that it cannot tell have their other evidence alone, and where there is none do not count beside others.
 * Without its word on the sentence, logit(S) is that of the least probable fact, null where no fact has evidence.
 *
 * @param stated w_d · logit(p_d)
 * @param prior b
 */
export function sentenceOdds(facts: readonly FactOdds[], stated: number | null, prior = 0): number | null {
  if (stated === null) return leastOf(facts.flatMap((fact) => factOdds(fact, prior) ?? []));
  if (facts.length === 0) return prior + stated;
  const guessed = Math.min(stated, 0);
  const odds = facts.flatMap(({ judged, others }) => {
    const isTold = judged !== null && judged !== 0;
    if (!isTold && (others === null || others === 0)) return [];
    return prior + (isTold ? stated : guessed) + (others ?? 0);
  });
  return leastOf(odds) ?? prior + guessed;
}

const leastOf = (odds: readonly number[]): number | null => (odds.length === 0 ? null : Math.min(...odds));
