/** Whether two sentences that are read without grammar say the same, but for the values that are compared. */
import { isLong, isPair, type NeutralWord, neutralWeight } from '../../text/neutral-text.ts';
import { weightOf } from '../agreement/samples.ts';

/** Share of the words that two sentences must have in common to be compared. */
export const LEAST_COMMON = 0.5;
const LEAST_PAIRS = 0.75;

export const isNumber = ({ kind }: NeutralWord): boolean => kind === 'number' || kind === 'year';

/** Whether a word is long enough to be named as missing. */
export const isWhole = ({ surface }: { surface: string }): boolean => /^[\p{L}\p{N}]{3,}/u.test(surface);

export const withoutNumbers = (words: readonly NeutralWord[]): NeutralWord[] =>
  words.filter((word) => !isNumber(word));

export const distinct = (words: readonly NeutralWord[]): NeutralWord[] => [
  ...new Map(words.map((word) => [word.key, word])).values(),
];

const weight = (words: readonly NeutralWord[]): number => weightOf(words, neutralWeight);

/** Share of the words around numbers that two sentences have in common, by weight (Dice). */
export function common(one: readonly NeutralWord[], other: readonly NeutralWord[]): number {
  const [left, right] = [distinct(withoutNumbers(one)), distinct(withoutNumbers(other))];
  const held = new Set(right.map(({ key }) => key));
  const total = weight(left) + weight(right);
  return total === 0 ? 0 : (2 * weight(left.filter(({ key }) => held.has(key)))) / total;
}

/** Whether one of the two says nothing but what the other says, numbers left out. */
export function isSameContext(one: readonly NeutralWord[], other: readonly NeutralWord[]): boolean {
  const [shorter, longer] = [one, other]
    .map((words) => distinct(withoutNumbers(words)))
    .sort((a, b) => weight(a) - weight(b)) as [NeutralWord[], NeutralWord[]];
  const held = new Set(longer.map(({ key }) => key));
  const long = shorter.filter(({ key }) => isLong(key));
  const pairs = shorter.filter(({ key }) => isPair(key));
  const heldPairs = pairs.filter(({ key }) => held.has(key)).length;
  return long.every(({ key }) => held.has(key)) && heldPairs >= LEAST_PAIRS * pairs.length;
}
