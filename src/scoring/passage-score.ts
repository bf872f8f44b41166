/**
 * From the scores of triples, or sentences, to one passage score, high = factual:
 *
 *   mean          mean of those scored (of triples: the authors' rule)
 *   min           the worst
 *   flaggedShare  1 − flagged ÷ scored
 */
import type { Label } from '../passage.ts';
import { mean } from './weighted-sum.ts';

export type PassageAggregation = 'mean' | 'min' | 'flaggedShare';

/** Null without a score, or for `flaggedShare` while labels are undecided. */
export function passageScore(
  rows: readonly { score: number | null; label: Label }[],
  aggregation: PassageAggregation,
): number | null {
  const scored = rows.flatMap(({ score, label }) => (score === null ? [] : [{ score, label }]));
  if (scored.length === 0) return null;
  switch (aggregation) {
    case 'mean':
      return mean(scored.map(({ score }) => score));
    case 'min':
      return Math.min(...scored.map(({ score }) => score));
    case 'flaggedShare': {
      if (scored.some(({ label }) => label === 'undecided')) return null;
      return 1 - scored.filter(({ label }) => label === 'hallucinated').length / scored.length;
    }
  }
}

/** The one place where support becomes risk: 1 − support, clamped to [0, 1]. */
export function hallucinationScore(support: number | null): number | null {
  return support === null ? null : Math.max(0, Math.min(1, 1 - support));
}
