/**
 * Sample agreement as evidence beside a judge: the log odds of a sentence or claim
 *
 *   a = w · γ · logit(F_a),   γ = 3.5
 *
 * F_a is the score by the parts of sample agreement alone (their weighted mean, with the context of the passage), w the
 * sum of their weights. F_a is in [0, 1] but no probability: logistic regressions of labels on logit(F_a) have slopes of 2.2
 * to 4, and give even odds near F_a = ½ (docs/judging.md), for two samples as for twenty.
 */
import type { PassageAgreement } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { logit, probabilityOfOdds } from './log-odds.ts';

/** γ */
export const STEEPNESS = 3.5;

/** A single sample has a slope of its own, and nothing to agree with. */
const LEAST_SAMPLES = 2;

/** Upper bound of the mean likeness of answers to unrelated questions. */
const LEAST_ALIKE = 0.1;

/** Log odds that a statement is right, of weight 1, as far from 0 as any part may be; null without a score. */
export const agreementOdds = (score: number | null): number | null =>
  score === null ? null : logit(probabilityOfOdds(STEEPNESS * logit(score)));

/** Whether the samples are enough, and answers to one question. */
export function areComparable(agreement: Pick<PassageAgreement, 'alike'> | null): boolean {
  const { alike = [] } = agreement ?? {};
  return alike.length >= LEAST_SAMPLES && (mean(alike.flat()) ?? 0) >= LEAST_ALIKE;
}
