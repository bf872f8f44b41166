/** The threshold on risk that serves an objective best on given items, by one sweep over the sorted scores. */
import { accuracy, balancedAccuracy, f1 } from './confusion.ts';
import type { ScoredItem } from './metric.ts';

export const OBJECTIVES = ['f1', 'balancedAccuracy', 'accuracy'] as const;
export type Objective = (typeof OBJECTIVES)[number];

const METRIC = { f1, balancedAccuracy, accuracy };

/**
 * Above it an item is called non-factual. Candidates lie half-way between neighbouring scores, at the highest score
 * (nothing called) and at −Infinity (everything called); of equals, the highest wins. Where the objective is
 * defined nowhere, nothing is called: the highest score, +Infinity without items.
 */
export function bestThreshold(items: readonly ScoredItem[], objective: Objective): number {
  const sorted = items.toSorted((left, right) => right.score - left.score);
  const positives = items.filter(({ positive }) => positive).length;
  let best = { threshold: sorted[0]?.score ?? Number.POSITIVE_INFINITY, value: Number.NEGATIVE_INFINITY };
  let truePositives = 0;
  for (let called = 0; called <= sorted.length; called++) {
    const [last, next] = [sorted[called - 1]?.score, sorted[called]?.score];
    if (sorted[called - 1]?.positive) truePositives++;
    if (last === next) continue;
    const falsePositives = called - truePositives;
    const { value } = METRIC[objective]({
      truePositives,
      falsePositives,
      falseNegatives: positives - truePositives,
      trueNegatives: items.length - positives - falsePositives,
    });
    if (value !== null && value > best.value) best = { threshold: between(last, next), value };
  }
  return best.threshold;
}

function between(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return below as number;
  if (below === undefined) return Number.NEGATIVE_INFINITY;
  const middle = (above + below) / 2;
  return middle < above ? middle : below;
}
