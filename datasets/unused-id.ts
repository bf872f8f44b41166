/** `wanted`, or `wanted (2)` and so on where that is taken; the id given is added to `usedIds`. */
export function unusedId(wanted: string, usedIds: Set<string>): string {
  let id = wanted;
  for (let count = 2; usedIds.has(id); count++) id = `${wanted} (${count})`;
  usedIds.add(id);
  return id;
}
