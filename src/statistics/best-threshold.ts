/** The threshold on risk with the best objective on given items, by one sweep over the sorted scores. */
import { accuracy, balancedAccuracy, f1 } from './confusion.ts';
import type { ScoredItem } from './metric.ts';

export const OBJECTIVES = ['f1', 'balancedAccuracy', 'accuracy'] as const;
export type Objective = (typeof OBJECTIVES)[number];

const METRIC = { f1, balancedAccuracy, accuracy };

/** Allowed thresholds, on risk: a range, or a list. */
export type Cuts = { min: number; max: number } | readonly number[];

const ANYWHERE: Cuts = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

/** Distance of a threshold that calls everything or nothing from the lowest and highest score. */
const BEYOND = 2;

/**
 * Items above it are called non-factual. In a range, candidates are the middles of the gaps between neighbouring
 * scores; of equals the one in the widest gap wins, so that a little noise changes no decision. Null where the
 * objective is defined for none.
 */
export function bestThreshold(
  items: readonly ScoredItem[],
  objective: Objective,
  cuts: Cuts = ANYWHERE,
): number | null {
  const rising = items.toSorted((left, right) => left.score - right.score);
  const positives = items.filter(({ positive }) => positive).length;
  let best: { cut: number; gap: number; value: number } | null = null;
  let falseNegatives = 0;
  for (let below = 0; below <= rising.length; below++) {
    const [last, next] = [rising[below - 1], rising[below]];
    if (last?.positive) falseNegatives++;
    if (last?.score === next?.score) continue;
    const truePositives = positives - falseNegatives;
    const { value } = METRIC[objective]({
      truePositives,
      falsePositives: rising.length - below - truePositives,
      falseNegatives,
      trueNegatives: below - falseNegatives,
    });
    if (value === null || value < (best?.value ?? 0)) continue;
    for (const { cut, gap } of candidates(last?.score, next?.score, cuts)) {
      if (best === null || value > best.value || gap > best.gap) best = { cut, gap, value };
    }
  }
  return best?.cut ?? null;
}

/** The allowed thresholds between two neighbouring scores; unbounded at the ends. */
function candidates(
  last: number | undefined,
  next: number | undefined,
  cuts: Cuts,
): { cut: number; gap: number }[] {
  if (!('min' in cuts)) {
    const inside = cuts.filter(
      (cut) => (last === undefined || cut >= last) && !(next !== undefined && cut >= next),
    );
    return inside.map((cut) => ({ cut, gap: 0 }));
  }
  const low = Math.max(last ?? (next as number) - BEYOND, cuts.min);
  const high = Math.min(next ?? (last as number) + BEYOND, cuts.max);
  return high > low ? [{ cut: between(low, high), gap: high - low }] : [];
}

/** The middle; of two neighbouring numbers, which have none, the lower one. */
function between(low: number, high: number): number {
  const middle = (low + high) / 2;
  return middle < high ? middle : low;
}
