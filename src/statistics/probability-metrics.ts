/**
 * The quality of probabilities; lower is better (y = 1 for hallucinated, 0 for factual):
 *
 *   Brier score   mean (p − y)²
 *   log loss      mean −(y log p + (1 − y) log(1 − p)), p clipped to [0.001, 0.999]: a wrong certainty would be
 *                 infinitely bad
 *   ECE           Σ_b (w_b / w) · | mean probability in b − share of positives in b | (expected calibration error,
 *                 Naeini et al., AAAI 2015)
 *
 * over bins b of equal width in [0, 1], w_b the weight of the items in b. A probability on the border of two bins
 * belongs to the upper one, 1 to the last. An ECE of 0 is calibrated at the resolution of the bins; with few items
 * per bin it is above 0 for a calibrated method, too.
 */
import { defined, meanStatistic, type Statistic, undefinedBecause } from './metric.ts';
import { mean } from './summary.ts';

export interface ProbableItem {
  /** Of being non-factual, in [0, 1]. */
  probability: number;
  positive: boolean;
}

export const PROBABILITY_METRICS = ['calibrationError', 'brier', 'logLoss'] as const;
export type ProbabilityMetric = (typeof PROBABILITY_METRICS)[number];

export const probabilityStatistics = (
  items: readonly ProbableItem[],
): Record<ProbabilityMetric, Statistic> => ({
  calibrationError: calibrationErrorStatistic(items),
  brier: meanStatistic(items.map(squaredError), 'no item'),
  logLoss: meanStatistic(items.map(logLossOf), 'no item'),
});

const squaredError = ({ probability, positive }: ProbableItem): number =>
  (probability - Number(positive)) ** 2;

const SMALLEST = 0.001;

function logLossOf({ probability, positive }: ProbableItem): number {
  const ofGold = positive ? probability : 1 - probability;
  return -Math.log(Math.min(1 - SMALLEST, Math.max(SMALLEST, ofGold)));
}

const binOf = (probability: number, bins: number): number =>
  Math.min(bins - 1, Math.floor(probability * bins));

/** @throws RangeError for a probability outside [0, 1] */
export function calibrationErrorStatistic(items: readonly ProbableItem[], bins = 10): Statistic {
  const binOfItem = items.map(({ probability }) => {
    if (!(probability >= 0 && probability <= 1)) throw new RangeError(`no probability: ${probability}`);
    return binOf(probability, bins);
  });
  const gaps = items.map(({ probability, positive }) => probability - (positive ? 1 : 0));
  return (weights) => {
    const gapOfBin = new Float64Array(bins);
    let total = 0;
    for (let index = 0; index < gaps.length; index++) {
      const weight = weights[index] as number;
      const bin = binOfItem[index] as number;
      gapOfBin[bin] = (gapOfBin[bin] as number) + weight * (gaps[index] as number);
      total += weight;
    }
    if (total === 0) return undefinedBecause('no item');
    return defined(gapOfBin.reduce((sum, gap) => sum + Math.abs(gap), 0) / total);
  };
}

/** The items with a probability in [lower, upper), the last bin with 1 as well. */
export interface ReliabilityBin {
  lower: number;
  upper: number;
  n: number;
  /** Null where the bin is empty, as is `observed`. */
  meanProbability: number | null;
  observed: number | null;
  /**
   * 95 % Wilson interval of `observed`, as if the items were independent; those of one passage are not, so it is
   * too narrow for sentences and claims. Null for an empty bin.
   */
  interval: readonly [number, number] | null;
}

/** Reliability: the observed share of hallucinated items with a probability near p; empty bins, too. */
export function reliabilityBins(items: readonly ProbableItem[], bins = 10): ReliabilityBin[] {
  const groups = Array.from({ length: bins }, (): ProbableItem[] => []);
  for (const item of items) groups[binOf(item.probability, bins)]?.push(item);
  return groups.map((group, index) => {
    const n = group.length;
    const positives = group.filter(({ positive }) => positive).length;
    return {
      lower: index / bins,
      upper: (index + 1) / bins,
      n,
      meanProbability: mean(group.map(({ probability }) => probability)),
      observed: n === 0 ? null : positives / n,
      interval: n === 0 ? null : wilsonInterval(positives, n),
    };
  });
}

/** 97.5th percentile of the standard normal distribution. */
const Z = 1.959963984540054;

/** 95 % interval of a share (Wilson 1927): within [0, 1], valid for small n. */
export function wilsonInterval(successes: number, n: number): [number, number] {
  const share = successes / n;
  const center = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}
