/**
 * All metrics of one method at one level, the same for passages, sentences and claims.
 *
 * Correlations are for passages whose gold share of error is known, the calibration error for methods that give
 * probabilities. Intervals resample whole passages, since the sentences of one passage stand or fall together;
 * thresholds stay as they were chosen.
 */
import type { LevelMetrics, MetricName } from './benchmark-report.ts';
import { bootstrapUnits } from '../statistics/bootstrap.ts';
import { calibrationErrorStatistic } from '../statistics/calibration-error.ts';
import {
  accuracy,
  balancedAccuracy,
  confusionStatistic,
  f1,
  precision,
  recall,
} from '../statistics/confusion.ts';
import { pearsonStatistic, spearmanStatistic } from '../statistics/correlation.ts';
import type { ScoredLevelItem } from './level-items.ts';
import { measure } from '../statistics/measure-metrics.ts';
import type { Statistic } from '../statistics/metric.ts';
import { averagePrecisionStatistic, reversed, rocAucStatistic } from '../statistics/ranking.ts';

/** A scored item with the decision on it. */
export interface DecidedItem extends ScoredLevelItem {
  /** Called non-factual. */
  predicted: boolean;
}

export interface LevelInput extends Pick<LevelMetrics, 'abstained' | 'threshold' | 'thresholdRule'> {
  items: readonly DecidedItem[];
  /** Of the bootstrap. */
  seed: number;
}

export function levelMetrics({ items, seed, ...given }: LevelInput): LevelMetrics {
  const sampling = bootstrapUnits(items.map(({ unit }) => unit));
  const { values, intervals, reasons } = measure(levelStatistics(items), {
    seed,
    itemCount: items.length,
    ...sampling,
  });
  const positives = items.filter(({ positive }) => positive).length;
  return {
    n: items.length,
    positives,
    baseRate: items.length === 0 ? null : positives / items.length,
    metrics: values,
    intervals,
    reasons,
    ...given,
  };
}

type LevelStatistics = Partial<Record<MetricName, Statistic>>;

/** The metrics that apply to the items, prepared for any weights of them. */
export const levelStatistics = (items: readonly DecidedItem[]): LevelStatistics => ({
  rocAuc: rocAucStatistic(items),
  averagePrecision: averagePrecisionStatistic(items),
  factualAveragePrecision: averagePrecisionStatistic(reversed(items)),
  f1: confusionStatistic(items, f1),
  precision: confusionStatistic(items, precision),
  recall: confusionStatistic(items, recall),
  accuracy: confusionStatistic(items, accuracy),
  balancedAccuracy: confusionStatistic(items, balancedAccuracy),
  ...goldStatistics(items),
  ...probabilityStatistics(items),
});

/** Correlations with the gold share of error, which every item must have. */
function goldStatistics(items: readonly DecidedItem[]): LevelStatistics {
  const gold = items.flatMap((item) => item.gold ?? []);
  if (gold.length === 0 || gold.length < items.length) return {};
  const scores = items.map(({ score }) => score);
  return { pearson: pearsonStatistic(scores, gold), spearman: spearmanStatistic(scores, gold) };
}

function probabilityStatistics(items: readonly DecidedItem[]): LevelStatistics {
  const probable = items.flatMap(({ probability, positive }) =>
    probability === null ? [] : { probability, positive },
  );
  if (probable.length === 0 || probable.length < items.length) return {};
  return { calibrationError: calibrationErrorStatistic(probable) };
}
