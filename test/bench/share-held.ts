/** Share of some words that are among others; 0 of none. */
export const shareHeld = (words: ReadonlySet<string>, among: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : [...words].filter((key) => among.has(key)).length / words.size;
