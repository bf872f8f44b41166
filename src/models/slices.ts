/** The results of all items, in order. */
export async function mapSlices<T, R>(
  items: readonly T[],
  size: number,
  run: (slice: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await run(items.slice(start, start + size))));
  }
  return results;
}
