/** Reliability: the observed share of hallucinated items with a probability near p. */
import type { ProbableItem } from './calibration-error.ts';
import { mean } from './summary.ts';

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

/** Bins of equal width, including empty ones; as in the calibration error. */
export function reliabilityBins(items: readonly ProbableItem[], bins = 10): ReliabilityBin[] {
  const groups = Array.from({ length: bins }, (): ProbableItem[] => []);
  for (const item of items) groups[Math.min(bins - 1, Math.floor(item.probability * bins))]?.push(item);
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
