/** Things that stand in a text, found by their place without looking at all of them. */
import type { Span } from '../passage.ts';

/**
 * Those that lie in a range, by the middle of their span, in the order given; those without a span lie nowhere.
 */
export function byPlace<Item>(
  items: readonly Item[],
  spanOf: (item: Item) => Span | null,
): (range: Span) => Item[] {
  const placed = items
    .flatMap((item, order) => {
      const span = spanOf(item);
      return span === null ? [] : [{ item, order, middle: (span.start + span.end) / 2 }];
    })
    .sort((one, other) => one.middle - other.middle);
  /** How many lie before a place. */
  const before = (place: number): number => {
    let [low, high] = [0, placed.length];
    while (low < high) {
      const half = (low + high) >>> 1;
      if ((placed[half] as { middle: number }).middle < place) low = half + 1;
      else high = half;
    }
    return low;
  };
  return ({ start, end }) =>
    placed
      .slice(before(start), before(end))
      .sort((one, other) => one.order - other.order)
      .map(({ item }) => item);
}
