/**
 * What a threshold does, in the terms of its guarantee. A passage counts once, whatever it holds:
 *
 *   false alarms   mean over passages with factual items of the share of these that is flagged
 *   wrong flags    share of factual items among the flagged, each item weighted by 1 / items of its passage
 *   found          mean over passages with hallucinated items of the share of these that is flagged
 */
import { type Metric, ratio, type Statistic } from '../../statistics/metric.ts';

export const FLAG_RATES = ['falseAlarms', 'wrongFlags', 'found'] as const;
export type FlagRate = (typeof FLAG_RATES)[number];

export interface FlaggedItem {
  positive: boolean;
  flagged: boolean;
  /** Which passage it belongs to. */
  unit: number;
}

export function flagRateStatistics(items: readonly FlaggedItem[]): Record<FlagRate, Statistic> {
  const isFactual = items.map(({ positive }) => !positive);
  const isHallucinated = items.map(({ positive }) => positive);
  const isFlagged = items.map(({ flagged }) => flagged);
  const everyItem = items.map(() => true);
  return {
    falseAlarms: shareStatistic(items, { of: isFactual, having: isFlagged, perUnit: isFactual }),
    wrongFlags: shareStatistic(items, { of: isFlagged, having: isFactual, perUnit: everyItem }),
    found: shareStatistic(items, { of: isHallucinated, having: isFlagged, perUnit: isHallucinated }),
  };
}

interface Share {
  /** The items the share is taken of, */
  of: readonly boolean[];
  /** those of them that count, */
  having: readonly boolean[];
  /** and the items of a passage that share its weight of 1. */
  perUnit: readonly boolean[];
}

function shareStatistic(items: readonly FlaggedItem[], { of, having, perUnit }: Share): Statistic {
  const sizes = new Map<number, number>();
  items.forEach(({ unit }, index) => {
    if (perUnit[index]) sizes.set(unit, (sizes.get(unit) ?? 0) + 1);
  });
  const own = items.map(({ unit }, index) => (of[index] ? 1 / (sizes.get(unit) as number) : 0));
  return (weights): Metric => {
    let [part, whole] = [0, 0];
    for (let index = 0; index < own.length; index++) {
      const value = (own[index] as number) * (weights[index] as number);
      whole += value;
      if (having[index]) part += value;
    }
    return ratio(part, whole, 'no such item');
  };
}
