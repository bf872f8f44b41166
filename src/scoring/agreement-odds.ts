/**
 * Sample agreement as evidence beside a judge: the log odds of a sentence or claim
 *
 *   a = w · γ · logit(F_a),   γ = 3.5
 *
 * F_a is the score by the parts of sample agreement alone (their weighted mean, with the context of the passage), w the
 * sum of their weights. F_a is in [0, 1] but no probability: logistic regressions of labels on logit(F_a) have slopes of 2.4
 * to 4.4 from two samples on, and tell nothing where F_a is .50 to .55 (sentences) or .7 (claims), see docs/judging.md.
 */
import { logit, probabilityOfOdds } from './log-odds.ts';

/** γ */
const STEEPNESS = 3.5;

/** Log odds that a statement is right, of weight 1, as far from 0 as any part may be; null without a score. */
export const agreementOdds = (score: number | null): number | null =>
  score === null ? null : logit(probabilityOfOdds(STEEPNESS * logit(score)));

/** The score from which on a statement is rather right. */
const EVEN = 0.5;

/**
 * Whether samples tell of the same things: what they say of one another would support them, F_a ≥ ½. Else a right answer would look
 * as wrong as each of them. @param mutual F_a of the samples among themselves; null of a single one
 */
export const areComparable = (mutual: number | null): boolean => mutual !== null && mutual >= EVEN;
