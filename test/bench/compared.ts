/** Rankings of the same items by ROC-AUC, and differences with their intervals over passages. */
import { threeDecimals } from '../../src/format/figures.ts';
import { markdownTable, plainTable } from '../../src/format/text-table.ts';
import { bootstrapIntervals } from '../../src/statistics/bootstrap.ts';
import { difference, once, type ScoredItem } from '../../src/statistics/metric.ts';
import { rocAuc, rocAucStatistic } from '../../src/statistics/ranking.ts';

export const SEED = 0;

export interface RankedItem extends ScoredItem {
  /** Position of its passage. */
  unit: number;
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${threeDecimals(Math.abs(value))}`;

/** How much higher the ROC-AUC of the first ranking is. */
export function gain(own: readonly RankedItem[], other: readonly RankedItem[]): string {
  const gained = difference(rocAucStatistic(own), rocAucStatistic(other));
  const units = own.map(({ unit }) => unit);
  const { interval } = bootstrapIntervals({ interval: gained }, { seed: SEED, itemCount: own.length, units });
  const { value } = gained(once(own.length));
  return value === null || interval === null ? '–' : `${signed(value)} [${interval.map(signed).join(', ')}]`;
}

/** Each ranking, and the first one beside it; empty where all items have one label. */
export function rankingTable(
  items: string,
  rankings: readonly (readonly [name: string, items: readonly RankedItem[]])[],
): string[] {
  const own = rankings[0]?.[1] ?? [];
  const wrong = own.filter(({ positive }) => positive).length;
  if (wrong === 0 || wrong === own.length) return [];
  const rows = rankings.map(([name, ranked], index) => [
    name,
    threeDecimals(rocAuc(ranked).value),
    index === 0 ? '' : gain(own, ranked),
  ]);
  const header = ['by', 'ROC-AUC', '`default` beside it'];
  return [`${own.length} ${items}, ${wrong} of them wrong:\n\n${markdownTable(plainTable(header, rows))}`];
}
