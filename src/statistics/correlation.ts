/**
 * Correlation of two lists of numbers, in [−1, 1]:
 *
 * Pearson   r = Σ w (x − x̄)(y − ȳ) / √(Σ w (x − x̄)² · Σ w (y − ȳ)²), means weighted alike
 * Spearman  Pearson of the ranks, tied values sharing the mean of their ranks (mid-ranks)
 */
import { defined, type Metric, once, type Statistic, undefinedBecause } from './metric.ts';

const CONSTANT = 'a constant list has no correlation';

/** Pearson's r for weighted pairs. @throws RangeError when the lists differ in length */
export function pearsonStatistic(xs: readonly number[], ys: readonly number[]): Statistic {
  if (xs.length !== ys.length) throw new RangeError(`pearson: ${xs.length} values against ${ys.length}`);
  return (weights) => {
    const meanX = weightedMean(xs, weights);
    const meanY = weightedMean(ys, weights);
    let covariance = 0;
    let varianceX = 0;
    let varianceY = 0;
    for (let index = 0; index < xs.length; index++) {
      const weight = weights[index] as number;
      const dx = (xs[index] as number) - meanX;
      const dy = (ys[index] as number) - meanY;
      covariance += weight * dx * dy;
      varianceX += weight * dx * dx;
      varianceY += weight * dy * dy;
    }
    const scale = Math.sqrt(varianceX) * Math.sqrt(varianceY);
    // rounding leaves a constant list a variance of about (value · 1e-16)²
    const isConstant = varianceX <= noise(meanX, xs.length) || varianceY <= noise(meanY, ys.length);
    if (isConstant) return undefinedBecause(CONSTANT);
    return defined(Math.max(-1, Math.min(1, covariance / scale)));
  };
}

const noise = (mean: number, count: number): number => count * (mean * 1e-14) ** 2;

function weightedMean(values: readonly number[], weights: ArrayLike<number>): number {
  let sum = 0;
  let weightSum = 0;
  for (let index = 0; index < values.length; index++) {
    sum += (weights[index] as number) * (values[index] as number);
    weightSum += weights[index] as number;
  }
  return weightSum === 0 ? 0 : sum / weightSum;
}

export const pearson = (xs: readonly number[], ys: readonly number[]): Metric =>
  pearsonStatistic(xs, ys)(once(xs.length));

/** Spearman's ρ for weighted pairs: a pair of weight 2 is ranked and counted as two equal pairs. */
export function spearmanStatistic(xs: readonly number[], ys: readonly number[]): Statistic {
  const ranksOfX = rankedBy(xs);
  const ranksOfY = rankedBy(ys);
  return (weights) => pearsonStatistic(ranksOfX(weights), ranksOfY(weights))(weights);
}

export const spearman = (xs: readonly number[], ys: readonly number[]): Metric =>
  spearmanStatistic(xs, ys)(once(xs.length));

/** Ranks from 1, low to high, ties sharing the mean of their ranks; sorts once, then one pass for any weights. */
function rankedBy(values: readonly number[]): (weights: ArrayLike<number>) => number[] {
  const order = [...values.keys()].sort(
    (left, right) => (values[left] as number) - (values[right] as number),
  );
  return (weights) => {
    const ranks = new Array<number>(values.length);
    let weightBelow = 0;
    for (let start = 0; start < order.length; ) {
      let end = start;
      let tieWeight = 0;
      while (end < order.length && values[order[end] as number] === values[order[start] as number]) {
        tieWeight += weights[order[end++] as number] as number;
      }
      for (const index of order.slice(start, end)) ranks[index] = weightBelow + (tieWeight + 1) / 2;
      weightBelow += tieWeight;
      start = end;
    }
    return ranks;
  };
}
