/** Finds sentences again in the text they were cut from. */
import type { Span } from '../src/passage.ts';

/**
 * Spans of `parts` in `text`, each searched for after the one before. White space does not count: parts may have
 * more, less or other white space than the text. Null for a part that is not there or is all white space.
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

/** The text without white space, and where each of its code units stood. */
function squeeze(text: string): { characters: string; positions: number[] } {
  const positions = [...text.matchAll(/\S/g)].map((match) => match.index);
  return { characters: text.replace(/\s+/g, ''), positions };
}
