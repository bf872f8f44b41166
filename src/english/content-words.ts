/**
 * Content words: what is counted when two texts are compared word by word.
 *
 * The key of a word is its stem ("politician", "politics" -> "politi"). Digits stay as they are. Dates with a month add
 * keys of their own, so that "12 May" and "May 1912" can be confirmed or contradicted as a whole.
 */
import { memoize } from '../common/memoize.ts';
import { DAY, monthNumber, YEAR } from './values/dates.ts';
import { fold, INVISIBLE_CLASS } from '../text/fold.ts';
import { stem } from './lexicon/stem.ts';
import { STOP_WORDS } from './lexicon/stop-words.ts';

export type WordKind = 'word' | 'year' | 'number' | 'date';

export interface Word {
  readonly key: string;
  /** As it stands in the text. */
  readonly surface: string;
  readonly kind: WordKind;
}

/** A number that a unit or scale is glued to: "7bn", "5km". */
const NUMBER_OF_UNIT = String.raw`\p{N}+(?:[.,]\p{N}+)*(?=(?:[bm]n|m|k|[kcmn]m|[km]?g|mcg|lbs?|oz|ml|[lL]|mph|[kMG]?Hz|[kKMGT]B|hrs?|h|mins?|ms)(?![\p{L}\p{N}]))`;
/** A word or a number, with what is invisible in it. */
export const WORD = new RegExp(
  String.raw`${NUMBER_OF_UNIT}|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}${INVISIBLE_CLASS}]*(?:[.,]\p{N}+)*`,
  'gu',
);
/** The sign of multiplication between numbers, which is often written as a letter. */
const TIMES = /(?<=\d)[x×](?=\d)/giu;

/** The comparison form of one word. */
export const wordKey = (word: string): string => readWord(word).word.key;

interface WordReading {
  word: Word;
  folded: string;
  isStopWord: boolean;
  /** 1 to 12 for a month. */
  month: number | undefined;
}

/** A text has far fewer words than places where one stands. */
const readWord = memoize((surface): WordReading => {
  const folded = fold(surface);
  const key = /^\p{N}/u.test(folded) ? folded.replace(/,/g, '') : stem(folded);
  const word = { key, surface, kind: kindOf(key) };
  return { word, folded, isStopWord: STOP_WORDS.has(folded), month: monthNumber(folded) };
});

function kindOf(key: string): WordKind {
  if (YEAR.test(key)) return 'year';
  return /^\p{N}/u.test(key) ? 'number' : 'word';
}

/** "12 May", "May 12", "May 1912": a pair of neighbours as one more word. */
function dateOf(left: WordReading, right: WordReading): Word | null {
  const month = left.month ?? right.month;
  if (month === undefined) return null;
  const isFirst = left.month !== undefined;
  const other = (isFirst ? right : left).folded;
  const day = DAY.exec(other)?.[1];
  const surface = `${left.word.surface} ${right.word.surface}`;
  if (day !== undefined) return { key: `day:${month}-${day}`, surface, kind: 'date' };
  return isFirst && YEAR.test(other) ? { key: `month:${other}-${month}`, surface, kind: 'word' } : null;
}

/** The content words of a text in order, with repetitions. */
export function contentWords(text: string): Word[] {
  const words: Word[] = [];
  let before: WordReading | null = null;
  for (const surface of text.replace(TIMES, ' ').match(WORD) ?? []) {
    const reading = readWord(surface);
    const date = before === null ? null : dateOf(before, reading);
    if (!reading.isStopWord) words.push(reading.word);
    if (date !== null) words.push(date);
    before = reading;
  }
  return words;
}

/** The keys of the content words of a text. */
export const contentKeys = (text: string): Set<string> => new Set(contentWords(text).map(({ key }) => key));

/** Each key once, the first of equals. */
export function distinctWords(words: readonly Word[]): Word[] {
  const seen = new Map<string, Word>();
  for (const word of words) if (!seen.has(word.key)) seen.set(word.key, word);
  return [...seen.values()];
}
