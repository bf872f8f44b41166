/**
 * The metrics of `ranking.ts` and `confusion.ts` for unweighted items, from the risks of both classes sorted upwards:
 * two sorts of plain numbers in place of one of items, which is what makes thousands of settings quick.
 */
import type { RankingMetric, ThresholdMetric } from './objective.ts';

/** Risks of the non-factual and of the factual items, each rising; high = hallucinated. */
export interface SortedRisks {
  positives: Float64Array;
  negatives: Float64Array;
}

/** As in `ranking.ts`; null where the metric is not defined. */
export function rankingMetric(metric: RankingMetric, risks: SortedRisks): number | null {
  switch (metric) {
    case 'rocAuc':
      return rocAuc(risks);
    case 'averagePrecision':
      return averagePrecision(risks.positives, risks.negatives);
    case 'factualAveragePrecision':
      return averagePrecision(negated(risks.negatives), negated(risks.positives));
  }
}

function rocAuc({ positives, negatives }: SortedRisks): number | null {
  let concordant = 0;
  let below = 0;
  let tied = 0;
  for (const risk of positives) {
    while (below < negatives.length && (negatives[below] as number) < risk) below += 1;
    if (tied < below) tied = below;
    while (tied < negatives.length && negatives[tied] === risk) tied += 1;
    concordant += below + (tied - below) / 2;
  }
  const pairs = positives.length * negatives.length;
  return pairs === 0 ? null : concordant / pairs;
}

function averagePrecision(positives: Float64Array, negatives: Float64Array): number | null {
  let sum = 0;
  let positive = positives.length;
  let negative = negatives.length;
  while (positive > 0) {
    const risk = positives[positive - 1] as number;
    const before = positive;
    while (positive > 0 && positives[positive - 1] === risk) positive -= 1;
    while (negative > 0 && (negatives[negative - 1] as number) >= risk) negative -= 1;
    const found = positives.length - positive;
    sum += (before - positive) * (found / (found + negatives.length - negative));
  }
  return positives.length === 0 ? null : sum / positives.length;
}

const negated = (rising: Float64Array): Float64Array => rising.map((risk) => -risk).reverse();

/** As in `confusion.ts`, with items above `cut` called non-factual; null where the metric is not defined. */
export function thresholdMetric(metric: ThresholdMetric, risks: SortedRisks, cut: number): number | null {
  return fromCounts(metric, {
    truePositives: risks.positives.length - countUpTo(risks.positives, cut),
    falsePositives: risks.negatives.length - countUpTo(risks.negatives, cut),
    positives: risks.positives.length,
    negatives: risks.negatives.length,
  });
}

interface Counts {
  truePositives: number;
  falsePositives: number;
  positives: number;
  negatives: number;
}

function fromCounts(metric: ThresholdMetric, counts: Counts): number | null {
  const { truePositives, falsePositives, positives, negatives } = counts;
  switch (metric) {
    case 'f1':
      return quotient(2 * truePositives, truePositives + falsePositives + positives);
    case 'accuracy':
      return quotient(truePositives + negatives - falsePositives, positives + negatives);
    case 'balancedAccuracy':
      if (positives === 0 || negatives === 0) return null;
      return (truePositives / positives + (negatives - falsePositives) / negatives) / 2;
  }
}

const quotient = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator;

/** Values at most `cut` in a rising array. */
function countUpTo(rising: Float64Array, cut: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) <= cut) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a cut may lie, on risk: anywhere in a range, or at one of a list. */
export type Cuts = { min: number; max: number } | readonly number[];

/**
 * The cut with the highest value of the metric; among equals the one in the widest gap between two risks, so that
 * a little noise changes no label. In a range, cuts lie in the middle of gaps. Null where the metric is not defined.
 */
export function bestCut(metric: ThresholdMetric, risks: SortedRisks, cuts: Cuts): number | null {
  let best: { cut: number; value: number; gap: number } | null = null;
  for (const { cut, gap } of isList(cuts) ? cuts.map((cut) => ({ cut, gap: 0 })) : gapsOf(risks, cuts)) {
    const value = thresholdMetric(metric, risks, cut);
    if (value === null) continue;
    if (best === null || value > best.value || (value === best.value && gap > best.gap)) {
      best = { cut, value, gap };
    }
  }
  return best?.cut ?? null;
}

const isList = (cuts: Cuts): cuts is readonly number[] => Array.isArray(cuts);

/** The middles of the gaps between neighbouring risks, and how wide they are; one gap of 2 below and above all. */
function gapsOf({ positives, negatives }: SortedRisks, { min, max }: { min: number; max: number }) {
  const values = new Float64Array(positives.length + negatives.length);
  values.set(positives);
  values.set(negatives, positives.length);
  values.sort();
  const gaps: { cut: number; gap: number }[] = [];
  for (let at = 0; at <= values.length && values.length > 0; at++) {
    const low = Math.max(values[at - 1] ?? (values[0] as number) - 2, min);
    const high = Math.min(values[at] ?? (values.at(-1) as number) + 2, max);
    if (high > low) gaps.push({ cut: between(low, high), gap: high - low });
  }
  return gaps;
}

/** The middle; of two neighbouring numbers, which have none, the lower one. */
function between(low: number, high: number): number {
  const middle = (low + high) / 2;
  return middle < high ? middle : low;
}
