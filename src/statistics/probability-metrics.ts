/**
 * The quality of probabilities; lower is better (y = 1 for hallucinated, 0 for factual):
 *
 *   Brier score   mean (p − y)²
 *   log loss      mean −(y log p + (1 − y) log(1 − p)), p clipped to [0.001, 0.999]: a wrong certainty would be
 *                 infinitely bad
 *
 * and the calibration error of `calibration-error.ts`.
 */
import { calibrationErrorStatistic, type ProbableItem } from './calibration-error.ts';
import { meanStatistic, type Statistic } from './metric.ts';

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
