/** Lists cut into pieces for one request each. */

/** Pieces of at most `size` items, as even as they can be, in order. */
export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}
