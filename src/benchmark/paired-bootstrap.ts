/**
 * The difference between two methods on the same items: both are resampled together, so what makes a passage hard
 * for both cancels out. Percentile 95 % interval over resampled passages, thresholds as they were chosen.
 */
import type { Comparison, MetricName } from './benchmark-report.ts';
import { type DecidedItem, levelStatistics } from './level-metrics.ts';
import { measure } from '../statistics/measure-metrics.ts';
import { difference, type Statistic } from '../statistics/metric.ts';

/** The metrics two methods are compared on. */
export const COMPARED = [
  'rocAuc',
  'averagePrecision',
  'factualAveragePrecision',
  'pearson',
  'f1',
  'balancedAccuracy',
] as const satisfies MetricName[];

export type Difference = Pick<Comparison, 'metric' | 'n' | 'difference' | 'interval'>;

/**
 * own − reference, on the items both score, for every metric of {@link COMPARED} that applies; empty without such items.
 * @param own the items of a level as one method scores them, null where it does not
 * @param reference the same items in the same order, by the other method
 */
export function pairedDifferences(
  own: readonly (DecidedItem | null)[],
  reference: readonly (DecidedItem | null)[],
  { seed }: { seed: number },
): Difference[] {
  const pairs = own.flatMap((item, index) => {
    const other = reference[index] ?? null;
    return item && other ? { item, other } : [];
  });
  if (pairs.length === 0) return [];
  const left = levelStatistics(pairs.map(({ item }) => item));
  const right = levelStatistics(pairs.map(({ other }) => other));
  const statistics: Partial<Record<MetricName, Statistic>> = Object.fromEntries(
    COMPARED.flatMap((metric) => {
      const [one, another] = [left[metric], right[metric]];
      return one && another ? [[metric, difference(one, another)]] : [];
    }),
  );
  const { values, intervals } = measure(statistics, {
    seed,
    itemCount: pairs.length,
    units: pairs.map(({ item }) => item.unit),
  });
  return (Object.keys(statistics) as (typeof COMPARED)[number][]).map((metric) => ({
    metric,
    n: pairs.length,
    difference: values[metric] ?? null,
    interval: intervals[metric] ?? null,
  }));
}
