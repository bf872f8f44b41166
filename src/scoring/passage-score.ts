/**
 * From the scores of triples, or sentences, to one passage score, high = factual:
 *
 *   mean          mean of those scored (of triples: the authors' rule)
 *   min           the worst
 *   meanAndMin    half the mean and half the worst: an error is one fact, a confabulation is many
 *   flaggedShare  1 − flagged ÷ scored
 */
import type { Label } from '../passage.ts';
import { mean } from '../statistics/summary.ts';

export const PASSAGE_AGGREGATIONS = ['mean', 'min', 'meanAndMin', 'flaggedShare'] as const;
export type PassageAggregation = (typeof PASSAGE_AGGREGATIONS)[number];

/** Null without a score, or for `flaggedShare` while labels are undecided. */
export function passageScore(
  rows: readonly { score: number | null; label: Label }[],
  aggregation: PassageAggregation,
): number | null {
  const scored = rows.flatMap(({ score, label }) => (score === null ? [] : [{ score, label }]));
  if (scored.length === 0) return null;
  const average = mean(scored.map(({ score }) => score)) as number;
  const worst = Math.min(...scored.map(({ score }) => score));
  switch (aggregation) {
    case 'mean':
      return average;
    case 'min':
      return worst;
    case 'meanAndMin':
      return (average + worst) / 2;
    case 'flaggedShare': {
      if (scored.some(({ label }) => label === 'undecided')) return null;
      return 1 - scored.filter(({ label }) => label === 'hallucinated').length / scored.length;
    }
  }
}
