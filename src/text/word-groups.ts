/** Groups of words, parted by `;`, each of words parted by blanks. */
export const wordGroups = (list: string): string[][] =>
  list.split(';').map((group) => group.trim().split(/\s+/));
