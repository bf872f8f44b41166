/** Evaluates a set of named metrics over the same items: values, 95 % intervals, and why a value is missing. */
import { type BootstrapOptions, bootstrapIntervals, type Interval } from './bootstrap.ts';
import { type Metric, once, type Statistic } from './metric.ts';

export interface Measured<Name extends string> {
  values: Record<Name, number | null>;
  intervals: Record<Name, Interval>;
  /** For each metric that is null: why. */
  reasons: Partial<Record<Name, string>>;
}

/** @param options how to resample, and `itemCount`, the number of items the metrics were prepared for */
export function measure<Name extends string>(
  statistics: Record<Name, Statistic>,
  options: BootstrapOptions & { itemCount: number },
): Measured<Name> {
  const weights = once(options.itemCount);
  const metrics = (Object.entries(statistics) as [Name, Statistic][]).map(
    ([name, statistic]): [Name, Metric] => [name, statistic(weights)],
  );
  const missing = metrics.filter(([, { reason }]) => reason !== null);
  return {
    values: Object.fromEntries(metrics.map(([name, { value }]) => [name, value])) as Record<
      Name,
      number | null
    >,
    intervals: bootstrapIntervals(statistics, options),
    reasons: Object.fromEntries(missing.map(([name, { reason }]) => [name, reason])) as Partial<
      Record<Name, string>
    >,
  };
}
