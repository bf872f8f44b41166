/**
 * A reading of text in any language, without its grammar: sentences and words as Unicode parts them (UAX 29, by
 * Intl.Segmenter), numbers, and names where the script has case.
 *
 * The key of a word is its first five letters, which drops most endings (F5 of Can et al. 2008); scripts without blanks
 * between words are compared by pairs of characters. A word weighs its number of letters, since the words that a
 * language needs for its grammar are short ones (Piantadosi et al. 2011).
 */
import { memoize } from '../common/memoize.ts';
import type { Span } from '../passage.ts';
import { UNPARTED } from './unparted-scripts.ts';

export interface NeutralWord {
  readonly key: string;
  /** As in the text. */
  readonly surface: string;
  readonly kind: 'word' | 'name' | 'number' | 'year';
  /** Offset in the sentence. */
  readonly start: number;
}

export interface NeutralSentence {
  span: Span;
  text: string;
  words: readonly NeutralWord[];
}

const STEM_LENGTH = 5;
const MOST_LETTERS = 8;
/** A number weighs as much as a long word, a pair of characters as much as a short one. */
const WEIGHT = { number: MOST_LETTERS, pair: 4 };

const RUN = new RegExp(`[${UNPARTED}]+`, 'gu');
const IS_UNPARTED = new RegExp(`^[${UNPARTED}]+$`, 'u');

/** Groups of three digits behind a point, comma, apostrophe or blank; a decimal point or comma. */
const NUMBER =
  /(?<![\p{Lu}\p{Ll}\p{Nd}])(?:\p{Nd}{1,3}(?:[.,'’ \u00a0\u202f]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+)(?:[.,]\p{Nd}+)?/gu;
const GROUPED = /^\d{1,3}([.,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*(?=$|[.,]\d+$)/u;

/**
 * Ends that Unicode takes for a sentence end by mistake: ordinals ("14."), initials and short titles ("J.", "Dr.").
 */
const GOES_ON = /(?:^|[\s.])(?:\p{Nd}{1,2}|\p{Lu}\p{Ll}?|\p{Ll})\.\s*$/u;

const sentencesIn = new Intl.Segmenter('und', { granularity: 'sentence' });
const wordsIn = new Intl.Segmenter('und', { granularity: 'word' });

/** The sentences of `text` in order, white space at the ends left out. */
export function readNeutral(text: string): NeutralSentence[] {
  const spans = neutralSentences(text);
  const read = spans.map((span) => wordsOf(text.slice(span.start, span.end)));
  const hasNames = tellsNames(read.flat());
  return spans.map((span, index) => ({
    span,
    text: text.slice(span.start, span.end),
    words: (read[index] as NeutralWord[]).map((word) =>
      word.kind === 'name' && !hasNames ? { ...word, kind: 'word' } : word,
    ),
  }));
}

export function neutralSentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { segment, index } of segmentsOf(text)) {
    const end = index + segment.length;
    if (GOES_ON.test(segment) && !/\n\s*$/u.test(segment) && end < text.length) continue;
    const own = text.slice(start, end);
    const from = start + own.length - own.trimStart().length;
    if (own.trim() !== '') spans.push({ start: from, end: from + own.trim().length });
    start = end;
  }
  return spans;
}

/** UTF-16 code units segmented at once: the time of Intl.Segmenter grows with the square of the length. */
const WINDOW = 4_000;

/**
 * The segments of the whole text, window by window; the last segment of a window may continue, and is segmented again
 * in the next.
 */
function* segmentsOf(text: string): Generator<{ segment: string; index: number }> {
  let start = 0;
  while (start < text.length) {
    const window = text.slice(start, start + WINDOW);
    const parted = [...sentencesIn.segment(window)];
    const whole = start + window.length < text.length && parted.length > 1 ? parted.slice(0, -1) : parted;
    for (const { segment, index } of whole) yield { segment, index: start + index };
    start += whole.reduce((sum, { segment }) => sum + segment.length, 0);
  }
}

/** Whether a key is a pair of characters of a script without blanks between words. */
export const isPair = memoize((key) => IS_UNPARTED.test(key));

/** Whether a word is long enough to be no function word. */
export const isLong = (key: string): boolean => !isPair(key) && [...key].length >= STEM_LENGTH;

export const neutralWeight = memoize((key): number => {
  if (/^\p{Nd}/u.test(key)) return WEIGHT.number;
  return isPair(key) ? WEIGHT.pair : Math.min([...key].length, MOST_LETTERS);
});

function wordsOf(sentence: string): NeutralWord[] {
  const numbers = [...sentence.matchAll(NUMBER)].map(({ 0: surface, index }) => numberOf(surface, index));
  const pairs = [...sentence.matchAll(RUN)].flatMap(({ 0: run, index }) => pairsOf(run, index));
  const isTaken = (start: number) =>
    numbers.some((number) => start >= number.start && start < number.start + number.surface.length);
  let isFirst = true;
  const words: NeutralWord[] = [];
  for (const { segment, index, isWordLike } of wordsIn.segment(sentence)) {
    if (!isWordLike || IS_UNPARTED.test(segment) || isTaken(index) || !/\p{L}{2}/u.test(segment)) continue;
    const isName = !isFirst && /^\p{Lu}/u.test(segment);
    words.push({
      ...{ key: keyOf(segment), surface: segment, start: index },
      kind: isName ? 'name' : 'word',
    });
    isFirst = false;
  }
  return [...words, ...numbers, ...pairs].sort((one, other) => one.start - other.start);
}

const keyOf = (word: string): string => [...folded(word)].slice(0, STEM_LENGTH).join('');

const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase();

function numberOf(surface: string, start: number): NeutralWord {
  const digits = surface.normalize('NFKC');
  const grouped = GROUPED.exec(digits);
  const plain = grouped === null ? digits : digits.replaceAll(grouped[1] as string, '');
  const key = plain.replace(',', '.');
  return { key, surface, start, kind: /^[12]\d{3}$/.test(key) && grouped === null ? 'year' : 'number' };
}

/** `abc` as `ab`, `bc`; a character alone as itself. */
function pairsOf(run: string, start: number): NeutralWord[] {
  const characters = [...run];
  if (characters.length === 1) return [{ key: run, surface: run, kind: 'word', start }];
  let at = start;
  return characters.slice(1).map((next, index) => {
    const pair = `${characters[index]}${next}`;
    const word: NeutralWord = { key: pair, surface: pair, kind: 'word', start: at };
    at += (characters[index] as string).length;
    return word;
  });
}

/** Share of capitalised words from which a capital no longer indicates a name, as in German. */
const MOST_CAPITALS = 0.25;

const tellsNames = (words: readonly NeutralWord[]): boolean =>
  words.filter(({ kind }) => kind === 'name').length < MOST_CAPITALS * words.length;
