/** Whether a number is meant as it stands, by the words beside it. */
import type { Token } from '../sentence-words.ts';
import { cardinalOf } from './number-words.ts';

/** A number is meant as it stands, as near it, at least or at most. */
export type Bound = '' | 'about' | 'least' | 'most';

const BOUNDS: readonly (readonly [RegExp, Bound])[] = [
  [/\b(?:over|more than|at least|exceed(?:s|ed|ing)?|above|upwards of) $/, 'least'],
  [/\b(?:under|less than|fewer than|up to|at most|below) $/, 'most'],
  [
    /\b(?:about|around|approximately|approx|roughly|nearly|almost|some|estimated|estimated at|estimated to be|circa|ca|c) $/,
    'about',
  ],
];
/** "over approximately 75": as far back as words of this kind reach. */
const REACH = 3;

/** The ends of a range: "60 to 100 beats", "between 20 and 40". */
function endOf(tokens: readonly Token[], from: number): Bound {
  const isNumber = (token: Token | undefined): boolean =>
    token?.digit === true || cardinalOf(token?.lower ?? '') !== undefined;
  const joins = (place: number): boolean => {
    const word = tokens[place]?.lower;
    return word === 'to' || word === 'or' || (word === 'and' && tokens[place - 2]?.lower === 'between');
  };
  const isDashed = (token: Token | undefined) => /^[–-]$/.test(token?.gap ?? '');
  if (isNumber(tokens[from + 2]) && joins(from + 1)) return 'least';
  if (isNumber(tokens[from + 1]) && isDashed(tokens[from + 1]) && tokens[from]?.digit) return 'least';
  if (isNumber(tokens[from - 2]) && joins(from - 1)) return 'most';
  return isNumber(tokens[from - 1]) && isDashed(tokens[from]) && tokens[from]?.digit ? 'most' : '';
}

export function boundOf(tokens: readonly Token[], from: number): Bound {
  const before = tokens.slice(Math.max(0, from - REACH), from).map(({ lower }) => lower);
  const words = `${before.join(' ')} `;
  return BOUNDS.find(([pattern]) => pattern.test(words))?.[1] ?? endOf(tokens, from);
}
