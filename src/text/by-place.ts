/** Items with a span in a text, found by position without a linear search. */
import type { Span } from '../passage.ts';

/** The items in a range, by the middle of their span, in the given order; items without a span are in none. */
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
