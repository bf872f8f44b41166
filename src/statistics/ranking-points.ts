/** Points of the curves against gold labels, by falling risk; items of equal scores together. */
import type { ScoredItem } from './metric.ts';
import { tiesOf } from './ranking.ts';

/** (false alarm rate, recall), from (0, 0) to (1, 1); empty unless both classes are there. */
export function rocPoints(items: readonly ScoredItem[]): [number, number][] {
  const { ties, positives, negatives } = tiesOf(items);
  if (positives === 0 || negatives === 0) return [];
  let [found, alarms] = [0, 0];
  const points = ties.map((tie): [number, number] => {
    found += tie.positives;
    alarms += tie.negatives;
    return [alarms / negatives, found / positives];
  });
  return [[0, 0], ...points];
}

/** (recall, precision) after each distinct score. */
export function precisionRecall(items: readonly ScoredItem[]): [number, number][] {
  const { ties, positives, negatives } = tiesOf(items);
  if (positives === 0 || negatives === 0) return [];
  let [found, called] = [0, 0];
  return ties.map((tie) => {
    found += tie.positives;
    called += tie.positives + tie.negatives;
    return [found / positives, found / called];
  });
}
