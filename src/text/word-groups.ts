/** Groups separated by `;`, of words separated by blanks. */
export const wordGroups = (list: string): string[][] =>
  list.split(';').map((group) => group.trim().split(/\s+/));

export const groupNumbers = (list: string): Map<string, number> =>
  new Map(wordGroups(list).flatMap((group, index) => group.map((word) => [word, index] as const)));
