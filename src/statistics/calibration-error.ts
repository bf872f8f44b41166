/**
 * Expected calibration error (Naeini et al., AAAI 2015): the distance of probabilities from observed shares.
 *
 *   ECE = Σ_b (w_b / w) · | mean probability in b − share of positives in b |
 *
 * over bins b of equal width in [0, 1], w_b the weight of the items in b. A probability on the border of two bins
 * belongs to the upper one, 1 to the last. In [0, 1], 0 = calibrated at the resolution of the bins; with few items
 * per bin above 0 for a calibrated method, too.
 */
import { defined, type Statistic, undefinedBecause } from './metric.ts';

export interface ProbableItem {
  /** Of being non-factual, in [0, 1]. */
  probability: number;
  positive: boolean;
}

/** @throws RangeError for a probability outside [0, 1] */
export function calibrationErrorStatistic(items: readonly ProbableItem[], bins = 10): Statistic {
  const binOf = items.map(({ probability }) => {
    if (!(probability >= 0 && probability <= 1)) throw new RangeError(`no probability: ${probability}`);
    return Math.min(bins - 1, Math.floor(probability * bins));
  });
  const gaps = items.map(({ probability, positive }) => probability - (positive ? 1 : 0));
  return (weights) => {
    const gapOfBin = new Float64Array(bins);
    let total = 0;
    for (let index = 0; index < gaps.length; index++) {
      const weight = weights[index] as number;
      const bin = binOf[index] as number;
      gapOfBin[bin] = (gapOfBin[bin] as number) + weight * (gaps[index] as number);
      total += weight;
    }
    if (total === 0) return undefinedBecause('no item');
    return defined(gapOfBin.reduce((sum, gap) => sum + Math.abs(gap), 0) / total);
  };
}
