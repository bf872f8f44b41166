/** Along which side a clause measures: "221 metres high", "a length of 379 metres", "stretches for 379 m". */
import { wordKey } from '../content-words.ts';
import type { Frame, Part } from './frame.ts';

const WORDS: Readonly<Record<string, string>> = {
  high: 'high height tall altitude elevation rise tower',
  long: 'long length stretch run extend',
  wide: 'wide width broad breadth across diameter span',
  deep: 'deep depth',
  thick: 'thick thickness',
};
const DIMENSION_OF = new Map(
  Object.entries(WORDS).flatMap(([dimension, words]) =>
    words.split(' ').map((word) => [word, dimension] as const),
  ),
);

const ALTITUDE = new Set(['altitude', 'elevation', 'sea', 'level'].map(wordKey));

/** One key for the words of a height above the sea, "at an altitude of 4,000 metres", "4,000 metres above sea level"; else the same. */
export const measuredKey = (key: string): string => (ALTITUDE.has(key) ? 'altitude' : key);

/** Of the phrase that holds the measure, its subject, or the verb; empty where none tells it. */
export function dimensionOf({ verb, subject, object, adjuncts }: Frame, part: Part): string {
  const parts = [part, ...(part === object ? [] : [object]), subject];
  const words = parts.flatMap((one) => one?.tokens ?? []).map(({ lower }) => lower);
  const told = [...words, verb].map((word) => DIMENSION_OF.get(word)).find((one) => one !== undefined);
  const isBetween = ['from', 'to'].every((end) => adjuncts.some(({ word }) => word === end));
  return told ?? (isBetween ? 'long' : '');
}
