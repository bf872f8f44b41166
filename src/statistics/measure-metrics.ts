/** Evaluates a set of named metrics over the same items: values, 95 % intervals, and why a value is missing. */
import { type BootstrapOptions, bootstrapIntervals, type Interval, type Statistics } from './bootstrap.ts';
import { type Metric, once, type Statistic } from './metric.ts';

export interface Measured<S> {
  values: { [Name in keyof S]: number | null };
  intervals: { [Name in keyof S]: Interval };
  /** Why a metric is null. */
  reasons: { [Name in keyof S]?: string };
}

export function measure<S extends Statistics<S>>(statistics: S, options: BootstrapOptions): Measured<S> {
  const weights = once(options.itemCount);
  const metrics = Object.entries<Statistic>(statistics).map(([name, statistic]): [string, Metric] => [
    name,
    statistic(weights),
  ]);
  const missing = metrics.filter(([, { reason }]) => reason !== null);
  return {
    values: Object.fromEntries(metrics.map(([name, { value }]) => [name, value])),
    intervals: bootstrapIntervals(statistics, options),
    reasons: Object.fromEntries(missing.map(([name, { reason }]) => [name, reason])),
  } as Measured<S>;
}

/** A value with its 95 % interval; null where it is not defined. */
export interface Figure {
  value: number | null;
  interval: Interval;
}

export const figuresOf = <S extends Statistics<S>>({ values, intervals }: Measured<S>) =>
  Object.fromEntries(
    Object.keys(values).map((name) => [
      name,
      { value: values[name as keyof S], interval: intervals[name as keyof S] },
    ]),
  ) as { [Name in keyof S]: Figure };
