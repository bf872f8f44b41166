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
  once,
  ratio,
  type Statistic,
  undefinedBecause,
} from './metric.ts';

export interface PredictedItem {
  predicted: boolean;
  positive: boolean;
}

export interface Confusion {
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  trueNegatives: number;
}

export const confusionOf = (items: readonly PredictedItem[]): Confusion =>
  confusionSums(cellsOf(items), once(items.length));

/** The cell of each item in the matrix: TP 3, FP 2, FN 1, TN 0. */
const cellsOf = (items: readonly PredictedItem[]): Uint8Array =>
  Uint8Array.from(items, ({ predicted, positive }) => (predicted ? 2 : 0) + (positive ? 1 : 0));

function confusionSums(cells: Uint8Array, weights: ArrayLike<number>): Confusion {
  const sums = new Float64Array(4);
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as number;
    sums[cell] = (sums[cell] as number) + (weights[index] as number);
  }
  const [trueNegatives = 0, falseNegatives = 0, falsePositives = 0, truePositives = 0] = sums;
  return { truePositives, falsePositives, falseNegatives, trueNegatives };
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

export function confusionStatistic(
  items: readonly PredictedItem[],
  metric: (confusion: Confusion) => Metric,
): Statistic {
  const cells = cellsOf(items);
  return (weights) => metric(confusionSums(cells, weights));
}
