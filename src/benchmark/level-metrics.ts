/**
 * All metrics of one method at one level, the same for passages, sentences and claims.
 *
 * Correlations are for passages whose gold share of error is known, the calibration error for methods that give
 * probabilities. Intervals resample whole passages, since the sentences of one passage stand or fall together;
 * thresholds stay as they were chosen.
 */
import type { LevelMetrics, MetricName } from './benchmark-report.ts';
import { calibrationErrorStatistic } from '../statistics/probability-metrics.ts';
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

export interface DecidedItem extends ScoredLevelItem {
  predicted: boolean;
}

export interface LevelInput extends Pick<LevelMetrics, 'abstained' | 'threshold' | 'thresholdRule'> {
  items: readonly DecidedItem[];
  seed: number;
}

export function levelMetrics({ items, seed, ...given }: LevelInput): LevelMetrics {
  const { values, intervals, reasons } = measure(levelStatistics(items), {
    seed,
    itemCount: items.length,
    units: items.map(({ unit }) => unit),
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

type JudgedItem = Pick<DecidedItem, 'score' | 'positive' | 'predicted' | 'gold'>;

const scoresAndGold = (items: readonly JudgedItem[]) =>
  [items.map(({ score }) => score), items.map(({ gold }) => gold ?? Number.NaN)] as const;

/** Each metric that needs no probability, prepared for any weights of the items. */
export const STATISTICS = {
  rocAuc: rocAucStatistic,
  averagePrecision: averagePrecisionStatistic,
  factualAveragePrecision: (items) => averagePrecisionStatistic(reversed(items)),
  f1: (items) => confusionStatistic(items, f1),
  precision: (items) => confusionStatistic(items, precision),
  recall: (items) => confusionStatistic(items, recall),
  accuracy: (items) => confusionStatistic(items, accuracy),
  balancedAccuracy: (items) => confusionStatistic(items, balancedAccuracy),
  pearson: (items) => pearsonStatistic(...scoresAndGold(items)),
  spearman: (items) => spearmanStatistic(...scoresAndGold(items)),
} satisfies Partial<Record<MetricName, (items: readonly JudgedItem[]) => Statistic>>;

/** The applicable metrics: correlations need a gold share for each item, the calibration error a probability. */
export function levelStatistics(items: readonly DecidedItem[]): LevelStatistics {
  const hasGold = items.length > 0 && items.every(({ gold }) => gold !== null);
  const applicable = Object.entries(STATISTICS).filter(
    ([name]) => hasGold || (name !== 'pearson' && name !== 'spearman'),
  );
  return {
    ...Object.fromEntries(applicable.map(([name, prepare]) => [name, prepare(items)])),
    ...probabilityStatistics(items),
  };
}

function probabilityStatistics(items: readonly DecidedItem[]): LevelStatistics {
  const probable = items.flatMap(({ probability, positive }) =>
    probability === null ? [] : { probability, positive },
  );
  if (probable.length === 0 || probable.length < items.length) return {};
  return { calibrationError: calibrationErrorStatistic(probable) };
}
