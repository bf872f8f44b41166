/** ROC-AUC of two rankings of the same items, and their difference with its interval over passages. */
import { bootstrapIntervals } from '../../../src/statistics/bootstrap.ts';
import { difference, once } from '../../../src/statistics/metric.ts';
import { rocAucStatistic } from '../../../src/statistics/ranking.ts';
import type { RuledItem } from './readings.ts';

export const SEED = 0;

export const three = (value: number): string => value.toFixed(3).replace(/^(-?)0/, '$1');
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${three(Math.abs(value))}`;

/** Of the other: its ROC-AUC, and how much more the first has. */
export function compared(own: readonly RuledItem[], other: readonly RuledItem[]): string[] {
  const [left, right] = [rocAucStatistic(own), rocAucStatistic(other)];
  const gained = difference(left, right);
  const units = own.map(({ unit }) => unit);
  const { interval } = bootstrapIntervals({ interval: gained }, { seed: SEED, itemCount: own.length, units });
  const all = once(own.length);
  const auc = right(all).value;
  const gain = gained(all).value;
  return [
    auc === null ? '–' : three(auc),
    gain === null || interval === null ? '–' : `${signed(gain)} [${interval.map(signed).join(', ')}]`,
  ];
}
