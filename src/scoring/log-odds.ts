/**
 * Pooling of evidence in log odds: P is the probability that a fact is right,
 *
 *   logit(P) = b + Σ_k w_k · logit(p_k),   logit(p) = ln(p / (1 − p)),   p_k clipped to [.02, .98]
 *
 * over the parts k that have a value p_k; b is the log odds without any evidence. A missing part and a part at ½
 * leave P unchanged. With independent parts that each state the true odds, w = 1 is Bayes' rule; weights below 1
 * discount parts that overlap or overstate.
 */
import { COMPONENTS, type Component, type Components } from '../passage.ts';
import type { Weights } from './weighted-sum.ts';

/** p closer to 0 or 1 is clipped: no single part outweighs all others. */
export const CERTAINTY = 0.98;

export const logit = (probability: number): number => {
  const clipped = Math.min(Math.max(probability, 1 - CERTAINTY), CERTAINTY);
  return Math.log(clipped / (1 - clipped));
};

/** The inverse of the logit, without a clip. */
export const probabilityOfOdds = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** The weights of the parts. */
export interface Pooling {
  weights: Weights;
  /** b, the log odds without any evidence. */
  prior: number;
}

export interface WeighedPart {
  /** Probability that the fact is right, in [0, 1]. */
  value: number | null;
  weight: number;
}

/** P in (0, 1); null where no part with a weight above 0 has a value. @param prior b */
export function pooled(parts: readonly WeighedPart[], prior = 0): number | null {
  const known = parts.filter(({ value, weight }) => value !== null && weight > 0);
  if (known.length === 0) return null;
  return probabilityOfOdds(
    known.reduce((sum, { value, weight }) => sum + weight * logit(value as number), prior),
  );
}

/** P of a fact from its parts; C counts as (C + 1) / 2, or (C + 10) / 20 as published. */
export function pooledParts(
  components: Components,
  weights: Weights,
  { consistency, prior }: { consistency: 'raw' | 'mean'; prior: number },
): number | null {
  return pooled(
    COMPONENTS.map((name) => ({
      value: partProbability(components, name, consistency),
      weight: weights[name],
    })),
    prior,
  );
}

/** The value of a part as a probability. */
export function partProbability(
  components: Components,
  name: Component,
  consistency: 'raw' | 'mean',
): number | null {
  const { value } = components[name];
  if (name !== 'consistency' || value === null) return value;
  const extent = consistency === 'raw' ? 10 : 1;
  return (value + extent) / (2 * extent);
}

/** What the judge states of a whole text, and its weight. */
export interface Stated {
  /** Probability that the text holds no error. */
  value: number | null;
  weight: number;
  prior?: number;
}

/**
 * P of a text, which is a sentence or a passage, from its parts, which are facts or sentences, and what the judge states
 * of it as a whole:
 *
 *   logit(P) = min(l, (l + w · logit(p)) / 2),   l the log odds of the least probable part, w the weight of the judge
 *
 * So no text is more probable than any of its parts, and where the judge rates the text lower than its parts, half of
 * the difference counts. Of a text without probable parts it is P of the statement alone.
 */
export function pooledText(parts: readonly (number | null)[], stated: Stated): number | null {
  const known = parts.filter((value) => value !== null);
  if (known.length === 0) return pooled([stated], stated.prior);
  const least = Math.min(...known);
  if (stated.value === null || stated.weight === 0) return least;
  const own = Math.log(least / (1 - least));
  return Math.min(least, probabilityOfOdds((own + stated.weight * logit(stated.value)) / 2));
}
