/**
 * From the scores of triples, or sentences, to one passage score, high = factual:
 *
 *   mean        mean of those scored (of triples: the authors' rule)
 *   min         the worst
 *   meanAndMin  half the mean and half the worst: an error is one fact, a confabulation is many
 */
import { mean } from '../statistics/summary.ts';
import type { Scoring } from './scoring-schema.ts';

/** Null without a score. */
export function passageScore(
  scores: readonly (number | null)[],
  aggregation: Scoring['passage'],
): number | null {
  const average = mean(scores);
  if (average === null) return null;
  const worst = Math.min(...scores.filter((score) => score !== null));
  switch (aggregation) {
    case 'mean':
      return average;
    case 'min':
      return worst;
    case 'meanAndMin':
      return (average + worst) / 2;
  }
}
