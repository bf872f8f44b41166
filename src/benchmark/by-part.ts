/**
 * Figures of the named parts of a data set, in order of occurrence; none where there are fewer than two.
 * @param partOf null or undefined for an item without a part
 */
export function byPart<Item, Figures>(
  items: readonly Item[],
  partOf: (item: Item) => string | null | undefined,
  figuresOf: (items: Item[]) => Figures,
): { part: string; figures: Figures }[] {
  const names = [...new Set(items.flatMap((item) => partOf(item) ?? []))];
  if (names.length < 2) return [];
  return names.map((part) => ({ part, figures: figuresOf(items.filter((item) => partOf(item) === part)) }));
}
