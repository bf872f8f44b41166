/** Splits lists into pieces for separate requests. */

/** Pieces of at most `size` items, as even as they can be, in order. */
export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}

/** Pieces in order, each of as many items as fit into `limit`, and of one at least. */
export function packed<T>(items: readonly T[], limit: number, sizeOf: (item: T) => number): T[][] {
  const pieces: T[][] = [];
  let room = 0;
  for (const item of items) {
    room -= sizeOf(item);
    const last = pieces.at(-1);
    if (last !== undefined && room >= 0) last.push(item);
    else {
      pieces.push([item]);
      room = limit - sizeOf(item);
    }
  }
  return pieces;
}
