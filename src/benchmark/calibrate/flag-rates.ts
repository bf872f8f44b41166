/**
 * What a threshold does, in the terms of its guarantee. A passage counts once, whatever it holds:
 *
 *   false alarms   mean over passages with factual items of the share of these that is flagged
 *   wrong flags    share of factual items among the flagged, each item weighted by 1 / items of its passage
 *   found          mean over passages with hallucinated items of the share of these that is flagged
 */
import { countsOf } from '../../common/group-by.ts';
import { ratioOfSums, type Statistic } from '../../statistics/metric.ts';

export const FLAG_RATES = ['falseAlarms', 'wrongFlags', 'found'] as const;
export type FlagRate = (typeof FLAG_RATES)[number];

export interface FlaggedItem {
  positive: boolean;
  flagged: boolean;
  unit: number;
}

type Is = (item: FlaggedItem) => boolean;

const isFactual: Is = ({ positive }) => !positive;
const isHallucinated: Is = ({ positive }) => positive;
const isFlagged: Is = ({ flagged }) => flagged;

export const flagRateStatistics = (items: readonly FlaggedItem[]): Record<FlagRate, Statistic> => ({
  falseAlarms: shareStatistic(items, { of: isFactual, having: isFlagged, perUnit: isFactual }),
  wrongFlags: shareStatistic(items, { of: isFlagged, having: isFactual, perUnit: () => true }),
  found: shareStatistic(items, { of: isHallucinated, having: isFlagged, perUnit: isHallucinated }),
});

function shareStatistic(
  items: readonly FlaggedItem[],
  { of, having, perUnit }: { of: Is; having: Is; perUnit: Is },
): Statistic {
  const sizes = countsOf(items.filter(perUnit).map(({ unit }) => unit));
  const shares = items.map((item): [number, number] => {
    const own = of(item) ? 1 / (sizes.get(item.unit) as number) : 0;
    return [having(item) ? own : 0, own];
  });
  return ratioOfSums(shares, 'no such item');
}
