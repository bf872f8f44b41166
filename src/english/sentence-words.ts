/** The words of a sentence with their places, as alignment needs them: content words by weight, and the small words between. */
import { memoize } from '../common/memoize.ts';
import { WORD, wordKey } from './content-words.ts';
import { STOP_WORDS } from './lexicon/stop-words.ts';
import { UNITS } from './values/units.ts';
import { wordWeight } from './lexicon/word-weights.ts';

export interface Token {
  /** Comparison form. */
  key: string;
  surface: string;
  /** Lower-cased. */
  lower: string;
  /** In the text, UTF-16 code units. */
  start: number;
  end: number;
  capital: boolean;
  digit: boolean;
  /** Of a content word its idf, of another a little. */
  weight: number;
  small: boolean;
  /** Clause marks (`,`, `;`, `(`, `)`, `–`) between the word before and this one. */
  gap: string;
  /** Of a number: the name of the unit that a sign right before or behind it stands for ("$", "%"); else "". */
  unit: string;
}

const SIGN = /[%$€£]/;
const SIGN_BEHIND = /[ \u00a0\u202f]?(%)/y;

const SMALL_WEIGHT = 0.6;

/** What a word is wherever it stands. */
const readWord = memoize((surface) => {
  const lower = surface.toLowerCase();
  const small = STOP_WORDS.has(lower);
  const key = small ? lower : wordKey(surface);
  return {
    key,
    lower,
    small,
    weight: small ? SMALL_WEIGHT : wordWeight(key),
    capital: /^\p{Lu}/u.test(surface),
    digit: /^\p{N}/u.test(surface),
  };
});

export function tokensOf(text: string): Token[] {
  let end = 0;
  // where a word begins no other can, so that it is found where it stands; matches with their places cost more
  return Array.from(text.match(WORD) ?? [], (surface) => {
    const start = text.indexOf(surface, end);
    const between = text.slice(end, start);
    const gap = between === ' ' ? between : between.replace(/\s+/g, ' ');
    end = start + surface.length;
    const { key, lower, weight, small, capital, digit } = readWord(surface);
    const unit = digit ? unitOfSign(text, start, end) : '';
    return { key, surface, lower, start, end, capital, digit, weight, small, gap, unit };
  });
}

function unitOfSign(text: string, start: number, end: number): string {
  SIGN_BEHIND.lastIndex = end;
  const sign = SIGN_BEHIND.exec(text)?.[1] ?? text[start - 1] ?? '';
  return SIGN.test(sign) ? (UNITS.get(sign) ?? '') : '';
}
