/**
 * Content words: what is counted when two texts are compared word by word.
 *
 * The key of a word is its stem ("politician", "politics" -> "politi"). Digits stay as they are. Dates with a month add
 * keys of their own, so that "12 May" and "May 1912" can be confirmed or contradicted as a whole.
 */
import { DAY, monthNumber, YEAR } from './dates.ts';
import { fold } from './fold.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';

export type WordKind = 'word' | 'year' | 'number' | 'date';

export interface Word {
  key: string;
  /** As it stands in the text. */
  surface: string;
  kind: WordKind;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,]\p{N}+)*/gu;
/** The sign of multiplication between numbers, which is often written as a letter. */
const TIMES = /(?<=\d)[x×](?=\d)/giu;

/** The comparison form of one word. */
export function wordKey(word: string): string {
  const plain = fold(word);
  return /^\p{N}/u.test(plain) ? plain.replace(/,/g, '') : stem(plain);
}

function kindOf(key: string): WordKind {
  if (YEAR.test(key)) return 'year';
  return /^\p{N}/u.test(key) ? 'number' : 'word';
}

/** "12 May", "May 12", "May 1912": a pair of neighbours as one more word. */
function dateOf(left: RegExpMatchArray, right: RegExpMatchArray): Word | null {
  const [first, second] = [fold(left[0]), fold(right[0])];
  const isFirst = monthNumber(first) !== undefined;
  const month = isFirst ? monthNumber(first) : monthNumber(second);
  if (month === undefined) return null;
  const other = isFirst ? second : first;
  const day = DAY.exec(other)?.[1];
  const surface = `${left[0]} ${right[0]}`;
  if (day !== undefined) return { key: `day:${month}-${day}`, surface, kind: 'date' };
  return isFirst && YEAR.test(other) ? { key: `month:${other}-${month}`, surface, kind: 'word' } : null;
}

/** The content words of a text in order, with repetitions. */
export function contentWords(text: string): Word[] {
  const words: Word[] = [];
  let before: RegExpMatchArray | null = null;
  for (const match of text.replace(TIMES, ' ').matchAll(WORD)) {
    const date = before === null ? null : dateOf(before, match);
    if (!STOP_WORDS.has(fold(match[0]))) {
      const key = wordKey(match[0]);
      words.push({ key, surface: match[0], kind: kindOf(key) });
    }
    if (date !== null) words.push(date);
    before = match;
  }
  return words;
}

/** Each key once, the first of equals. */
export function distinctWords(words: readonly Word[]): Word[] {
  const seen = new Map<string, Word>();
  for (const word of words) if (!seen.has(word.key)) seen.set(word.key, word);
  return [...seen.values()];
}
