/**
 * The common form of metrics.
 *
 * Positive class = non-factual. A score is a hallucination score on any scale: high = risk. Items without a score are
 * removed before (see `level-items.ts`); here every score is a number.
 *
 * A metric is prepared once for its items (mostly by sorting) and then evaluated for any weights of the items. Weight
 * 1 everywhere gives the plain metric; the counts of a bootstrap resample give the resampled one.
 */

export interface ScoredItem {
  score: number;
  positive: boolean;
}

/** The value, or null with the reason why it is undefined. */
export type Metric = { value: number; reason: null } | { value: null; reason: string };

/** A metric prepared for fixed items; `weights` has one non-negative number per item. */
export type Statistic = (weights: ArrayLike<number>) => Metric;

export const ONE_CLASS = 'only one class among the scored items';
export const NO_POSITIVES = 'no positive item';

export const defined = (value: number): Metric => ({ value, reason: null });
export const undefinedBecause = (reason: string): Metric => ({ value: null, reason });

/** numerator ÷ denominator, or the reason where the denominator is 0. */
export const ratio = (numerator: number, denominator: number, reason: string): Metric =>
  denominator === 0 ? undefinedBecause(reason) : defined(numerator / denominator);

/** Σ numerators ÷ Σ denominators over the items, each counted by its weight. */
export const ratioOfSums =
  (pairs: readonly (readonly [numerator: number, denominator: number])[], reason: string): Statistic =>
  (weights) => {
    let [above, below] = [0, 0];
    for (const [index, [numerator, denominator]] of pairs.entries()) {
      above += (weights[index] as number) * numerator;
      below += (weights[index] as number) * denominator;
    }
    return ratio(above, below, reason);
  };

/** Mean of fixed values, one for each item. */
export const meanStatistic = (values: readonly number[], reason: string): Statistic =>
  ratioOfSums(
    values.map((value) => [value, 1]),
    reason,
  );

/** one − other, defined where both are. */
export const difference =
  (one: Statistic, other: Statistic): Statistic =>
  (weights) => {
    const [left, right] = [one(weights), other(weights)];
    if (left.value === null) return left;
    return right.value === null ? right : defined(left.value - right.value);
  };

export const once = (count: number): Float64Array => new Float64Array(count).fill(1);
