/** Numbers, ordinals and months in running text, brought to one form: `twenty-first`, `21st`, `XXI` are 21. */
import { isAlsoWord, monthNumber } from './dates.ts';

const SMALL_CARDINALS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const ORDINALS = (
  '_ first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi'.split(' ');
const SCALES = new Map(
  Object.entries({
    hundred: 1e2,
    thousand: 1e3,
    million: 1e6,
    billion: 1e9,
    trillion: 1e12,
  }),
);

const CARDINALS: ReadonlyMap<string, number> = new Map([
  ...SMALL_CARDINALS.map((name, value) => [name, value] as const),
  ...TENS.map((name, index) => [name, 10 * (index + 2)] as const),
]);
const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...CARDINALS,
  ...ORDINALS.map((name, value) => [name, value] as const),
  ...TENS.map((name, index) => [name.replace(/y$/, 'ieth'), 10 * (index + 2)] as const),
]);

/** Of "zero" to "nineteen" and the tens; undefined for other words. */
export const cardinalOf = (folded: string): number | undefined => CARDINALS.get(folded);

const FIGURE = /^\d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?$/;
/** Whether it is a number in digits: "36,000", "21st", "1960s". */
export const isFigure = (word: string): boolean => FIGURE.test(word);

/** Of "first" to "nineteenth", "twentieth" ... and "1st"; undefined for other words. */
export function ordinalOf(folded: string): number | undefined {
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(folded)?.[1];
  if (digits !== undefined) return Number(digits);
  return CARDINALS.has(folded) ? undefined : SMALL_NUMBERS.get(folded);
}

/** "seven", "thirty"; undefined for numbers that take more words. */
export const cardinalName = (value: number): string | undefined =>
  nameOf(SMALL_CARDINALS, value, (ten) => ten);
/** "seventh", "thirtieth"; undefined for numbers that take more words. */
export const ordinalName = (value: number): string | undefined =>
  value === 0 ? undefined : nameOf(ORDINALS, value, (ten) => ten.replace(/y$/, 'ieth'));

const nameOf = (
  small: readonly string[],
  value: number,
  ofTen: (ten: string) => string,
): string | undefined => {
  const ten = value % 10 === 0 ? TENS[value / 10 - 2] : undefined;
  return ten === undefined ? small[value] : ofTen(ten);
};

/** Of "hundred" to "trillion"; undefined for other words. */
export const scaleOf = (folded: string): number | undefined => SCALES.get(folded);

/** Words that stand before one of a scale for one of it: "a hundred", "half a million". */
const ONE_OF = new Set(['a', 'an']);
const MORE_SCALES = new Map([
  ['dozen', 12],
  ['dozens', 12],
  ['bn', 1e9],
  ['m', 1e6],
  ['mn', 1e6],
  ['tn', 1e12],
]);
/** Abbreviations that stand right behind a number. */
const GLUED = new Set(['bn', 'm', 'mn', 'tn']);

/** Most words of a number. */
const LONGEST_NUMBER = 12;

export interface NumberWord {
  /** Lower case, without separators of thousands. */
  word: string;
  /** Whether nothing but a blank or a hyphen stands before it, and whether nothing at all. */
  isNear: boolean;
  isGlued: boolean;
}

type WordAt = (place: number) => NumberWord | undefined;

/**
 * The number that words from `start` on make: "two hundred and six", "four and a half billion", "half a million", "three
 * dozen", "one point two million", "7.5bn"; null where none begins there. Digits count as they stand.
 *
 * @param wordAt undefined outside the sentence; asked only as far as the number goes on
 */
export function readCardinal(wordAt: WordAt, start: number): { value: number; to: number } | null {
  const half = halfAt(wordAt, start);
  if (half !== null) return half;
  let [total, group] = [0, 0];
  let at = start;
  let last: 'none' | 'digits' | 'ten' | 'one' | 'scale' = 'none';
  for (; at < start + LONGEST_NUMBER; at++) {
    const next = wordAt(at);
    if (next === undefined || (at > start && !next.isNear)) break;
    const { word, isGlued } = next;
    const scale =
      scaleOf(word) ??
      (GLUED.has(word) && !(isGlued && last === 'digits') ? undefined : MORE_SCALES.get(word));
    const digits = /^\d/.test(word) ? Number(word) : undefined;
    const small = cardinalOf(word);
    if (scale !== undefined && (last !== 'none' || ONE_OF.has(wordAt(start - 1)?.word ?? ''))) {
      if (scale === 100) group = (group || 1) * scale;
      else {
        total += (group || 1) * scale;
        group = 0;
      }
      last = 'scale';
    } else if (digits !== undefined && last === 'none') {
      group = digits;
      last = 'digits';
    } else if (
      small !== undefined &&
      (last === 'none' || last === 'scale' || (last === 'ten' && small > 0 && small < 10))
    ) {
      group += small;
      last = small >= 20 ? 'ten' : 'one';
    } else if (word === 'and' && last === 'scale' && joinsSmall(wordAt, at)) continue;
    else if (word === 'point' && (last === 'one' || last === 'ten')) {
      const decimals = decimalsFrom(wordAt, at + 1);
      if (decimals === '') break;
      group += Number(`0.${decimals}`);
      at += decimals.length;
      last = 'digits';
    } else if (
      word === 'and' &&
      (last === 'one' || last === 'ten' || last === 'digits') &&
      isHalfNext(wordAt, at)
    ) {
      group += 0.5;
      at += 2;
    } else break;
  }
  return last === 'none' ? null : { value: total + group, to: at };
}

/** "and six" of "two hundred and six". */
function joinsSmall(wordAt: WordAt, at: number): boolean {
  const next = wordAt(at + 1);
  return next?.isNear === true && cardinalOf(next.word) !== undefined;
}

/** Digits of "two five" behind "one point". */
function decimalsFrom(wordAt: WordAt, start: number): string {
  const next = wordAt(start);
  const digit = next?.isNear === true ? SMALL_CARDINALS.indexOf(next.word) : -1;
  return digit < 0 || digit > 9 ? '' : digit + decimalsFrom(wordAt, start + 1);
}

const isHalfNext = (wordAt: WordAt, at: number): boolean =>
  wordAt(at + 1)?.word === 'a' && wordAt(at + 2)?.word === 'half';

/** "half a million", "half a dozen". */
function halfAt(wordAt: WordAt, start: number): { value: number; to: number } | null {
  if (wordAt(start)?.word !== 'half' || !ONE_OF.has(wordAt(start + 1)?.word ?? '')) return null;
  const scale = wordAt(start + 2)?.word ?? '';
  const size = scaleOf(scale) ?? (scale === 'dozen' ? 12 : undefined);
  return size === undefined ? null : { value: size / 2, to: start + 3 };
}

/** A token of a text: a word as written (lower case), a number, a decade, or a month. */
export type Token =
  | { kind: 'word'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'decade'; value: number }
  | { kind: 'month'; value: number };

/** Reads lower-case tokens from left to right; what is no number stays a word. */
export function readNumbers(words: readonly string[]): Token[] {
  const tokens: Token[] = [];
  words.forEach((word, index) => {
    const token = readOne(word, index, words);
    if (!combine(tokens, token, word, words[index - 1])) tokens.push(token);
  });
  return tokens;
}

function readOne(word: string, index: number, words: readonly string[]): Token {
  const digits = /^(\d+(?:\.\d+)?)(st|nd|rd|th)?$/.exec(word);
  if (digits) return { kind: 'number', value: Number(digits[1]) };
  const decade = /^(\d{3,4}0)s$/.exec(word);
  if (decade) return { kind: 'decade', value: Number(decade[1]) };
  const month = monthNumber(word);
  const before = words[index - 1] === 'of' ? words[index - 2] : words[index - 1];
  const besideNumber = [before, words[index + 1]].some((other) => other !== undefined && /^\d/.test(other));
  if (month !== undefined && (besideNumber || !isAlsoWord(word))) return { kind: 'month', value: month };
  const small = SMALL_NUMBERS.get(word);
  if (small !== undefined) return { kind: 'number', value: small };
  const roman = ROMAN.indexOf(word) + 1;
  // A single letter is a numeral only at the end: "World War I", but not "I am" or the initial of "I. Newton".
  if (roman > 0 && index > 0 && (word.length > 1 || index === words.length - 1))
    return { kind: 'number', value: roman };
  return { kind: 'word', text: word };
}

/** Joins "twenty" + "first" and "1.5" + "million"; whether it did. */
function combine(tokens: Token[], token: Token, word: string, previousWord: string | undefined): boolean {
  const last = tokens.at(-1);
  if (last?.kind !== 'number') return false;
  const scale = SCALES.get(word);
  const unitAfterTen =
    token.kind === 'number' && TENS.includes(previousWord ?? '') && token.value > 0 && token.value < 10;
  if (scale !== undefined) last.value *= scale;
  else if (unitAfterTen) last.value += token.value;
  return scale !== undefined || unitAfterTen;
}
