/**
 * Metrics of yes/no predictions, from the confusion matrix (positive = non-factual):
 *
 * precision = TP / (TP + FP)      recall = TP / (TP + FN)      F1 = 2·TP / (2·TP + FP + FN)
 * accuracy = (TP + TN) / all      balanced accuracy = (TP/(TP + FN) + TN/(TN + FP)) / 2
 */
import {
  defined,
  type Metric,
  NO_POSITIVES,
  ONE_CLASS,
  ratio,
  type Statistic,
  undefinedBecause,
} from './metric.ts';

export interface PredictedItem {
  /** Called non-factual. */
  predicted: boolean;
  /** Is non-factual. */
  positive: boolean;
}

export interface Confusion {
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  trueNegatives: number;
}

/** Counts, or sums of weights where `weights` are given. */
export function confusionOf(items: readonly PredictedItem[], weights?: ArrayLike<number>): Confusion {
  const confusion = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
  items.forEach(({ predicted, positive }, index) => {
    const weight = weights ? (weights[index] as number) : 1;
    if (predicted && positive) confusion.truePositives += weight;
    else if (predicted) confusion.falsePositives += weight;
    else if (positive) confusion.falseNegatives += weight;
    else confusion.trueNegatives += weight;
  });
  return confusion;
}

export const precision = ({ truePositives, falsePositives }: Confusion): Metric =>
  ratio(truePositives, truePositives + falsePositives, 'nothing called positive');

export const recall = ({ truePositives, falseNegatives }: Confusion): Metric =>
  ratio(truePositives, truePositives + falseNegatives, NO_POSITIVES);

export const f1 = ({ truePositives, falsePositives, falseNegatives }: Confusion): Metric =>
  ratio(
    2 * truePositives,
    2 * truePositives + falsePositives + falseNegatives,
    'nothing positive, nothing called positive',
  );

export const accuracy = (confusion: Confusion): Metric =>
  ratio(confusion.truePositives + confusion.trueNegatives, total(confusion), 'no item');

export function balancedAccuracy(confusion: Confusion): Metric {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = confusion;
  const positives = truePositives + falseNegatives;
  const negatives = trueNegatives + falsePositives;
  if (positives === 0 || negatives === 0) return undefinedBecause(ONE_CLASS);
  return defined((truePositives / positives + trueNegatives / negatives) / 2);
}

const total = (confusion: Confusion): number =>
  Object.values(confusion).reduce((sum, count) => sum + count, 0);

/** A metric of the confusion matrix as one of weighted items. */
export const confusionStatistic =
  (items: readonly PredictedItem[], metric: (confusion: Confusion) => Metric): Statistic =>
  (weights) =>
    metric(confusionOf(items, weights));
