/** Grouping and counting. */

/** What `Map.groupBy` does from Node 21 on: the groups in the order of their first items. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

export function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** How often each item occurs, in the order of their first places. */
export function countsOf<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The most frequent item, the first among equals; null for an empty list. */
export function mostFrequent<T>(items: readonly T[]): T | null {
  let [winner, most] = [null as T | null, 0];
  for (const [item, { length }] of groupBy(items, (one) => one)) {
    if (length > most) [winner, most] = [item, length];
  }
  return winner;
}
