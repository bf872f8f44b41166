/**
 * Bootstrap percentile intervals (Efron 1979).
 *
 * A resample draws as many units as there are, with replacement; it is stored as the number of times each unit was
 * drawn and passed to the prepared metrics as weights, so nothing is sorted again. All metrics see the same
 * resamples. The 95 % interval runs from the 2.5th to the 97.5th percentile of the resampled values.
 *
 * Where items depend on each other (the sentences of a passage), the unit is the passage: a passage drawn twice
 * counts each of its sentences twice.
 */
import { type Random, randomFor } from '../common/random.ts';
import type { Statistic } from './metric.ts';
import { quantile } from './summary.ts';

/** [low, high]; null where the metric was defined in fewer than half of the resamples. */
export type Interval = readonly [number, number] | null;

export interface BootstrapOptions {
  seed: number;
  itemCount: number;
  /** Unit of each item; without it, every item is its own unit. */
  units?: readonly number[];
  /** Default 1000. */
  resamples?: number;
}

export type Statistics<S> = { [Name in keyof S]: Statistic };

/** Intervals of several metrics over the same items. Resamples where a metric is undefined are skipped for it. */
export function bootstrapIntervals<S extends Statistics<S>>(
  statistics: S,
  options: BootstrapOptions,
): { [Name in keyof S]: Interval } {
  const { seed, itemCount, units, resamples = 1000 } = options;
  const random = randomFor(seed, 'bootstrap');
  const numbers = new Map([...new Set(units)].map((unit, number) => [unit, number]));
  const unitOf = units?.map((unit) => numbers.get(unit) as number);
  const unitCount = unitOf ? numbers.size : itemCount;
  const metrics = Object.entries<Statistic>(statistics).map(([name, statistic]) => ({
    name,
    statistic,
    values: [] as number[],
  }));
  for (let resample = 0; resample < resamples; resample++) {
    const counts = drawCounts(unitCount, random);
    const weights = unitOf ? itemWeights(unitOf, counts) : counts;
    for (const { statistic, values } of metrics) {
      const { value } = statistic(weights);
      if (value !== null) values.push(value);
    }
  }
  const intervals = metrics.map(({ name, values }): [string, Interval] => [
    name,
    2 * values.length < resamples ? null : percentileInterval(values),
  ]);
  return Object.fromEntries(intervals) as { [Name in keyof S]: Interval };
}

function drawCounts(unitCount: number, random: Random): Float64Array {
  const counts = new Float64Array(unitCount);
  for (let draw = 0; draw < unitCount; draw++) {
    const unit = Math.floor(random() * unitCount);
    counts[unit] = (counts[unit] as number) + 1;
  }
  return counts;
}

function itemWeights(unitOf: readonly number[], counts: Float64Array): Float64Array {
  const weights = new Float64Array(unitOf.length);
  for (let item = 0; item < unitOf.length; item++) weights[item] = counts[unitOf[item] as number] as number;
  return weights;
}

function percentileInterval(values: readonly number[]): Interval {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? null : [quantile(sorted, 0.025), quantile(sorted, 0.975)];
}
