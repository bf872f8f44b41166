/**
 * Thresholds: a score below T is hallucinated.
 *
 *   fixed              T from the config
 *   meanPlusVariance   T = µ + k · σ², µ and σ² the mean and the sample variance of the passage scores of the
 *                      data set (the authors' protocol; their "σ" is computed as the variance). The same T
 *                      serves triples. It needs the whole data set, so it is a second pass, and at least two scores:
 *                      fewer have no variance, and a score that is its own mean says nothing
 */
import type { Label } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import type { ThresholdRule } from './scoring-schema.ts';

/** The thresholds in force; null while a rule still needs the data set, or where that is too small. */
export type Thresholds = { triple: number; passage: number; claim?: number | undefined } | null;

/** Minimum number of passages for a data-set threshold. */
export const LEAST_SCORES = 2;

/** @param passageScores the scores of the data set; omitted while unknown */
export function thresholdsOf(rule: ThresholdRule, passageScores?: readonly (number | null)[]): Thresholds {
  if (rule.rule === 'fixed') return { triple: rule.triple, passage: rule.passage, claim: rule.claim };
  if (passageScores === undefined) return null;
  const average = mean(passageScores);
  if (average === null || passageScores.filter((score) => score !== null).length < LEAST_SCORES) return null;
  const threshold = average + rule.k * sampleVariance(passageScores);
  return { triple: threshold, passage: threshold };
}

/** Σ (x − µ)² / (n − 1) over the values present; 0 for fewer than two. */
export function sampleVariance(values: readonly (number | null)[]): number {
  const present = values.filter((value) => value !== null);
  if (present.length < 2) return 0;
  const average = mean(present) as number;
  return present.reduce((sum, value) => sum + (value - average) ** 2, 0) / (present.length - 1);
}

export function labelOf(score: number | null, threshold: number | undefined): Label {
  if (score === null) return 'abstained';
  if (threshold === undefined) return 'undecided';
  return score < threshold ? 'hallucinated' : 'factual';
}
