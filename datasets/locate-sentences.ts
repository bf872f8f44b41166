/** Locates sentences in the text they were taken from. */
import type { Span } from '../src/passage.ts';

/**
 * Spans of `parts` in `text`, each searched for after the previous one. White space is ignored. Null for a part that
 * is missing or blank.
 */
export function locateInOrder(parts: readonly string[], text: string): (Span | null)[] {
  const { characters, positions } = squeeze(text);
  let from = 0;
  return parts.map((part) => {
    const wanted = squeeze(part).characters;
    const found = wanted === '' ? -1 : characters.indexOf(wanted, from);
    if (found === -1) return null;
    from = found + wanted.length;
    return { start: positions[found] as number, end: (positions[from - 1] as number) + 1 };
  });
}

/** The text without white space, and the original position of each code unit. */
function squeeze(text: string): { characters: string; positions: number[] } {
  const positions = [...text.matchAll(/\S/g)].map((match) => match.index);
  return { characters: text.replace(/\s+/g, ''), positions };
}
