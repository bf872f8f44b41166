/** Words of texts and triples as corrections compare them. */
import { contentWords, wordKey } from '../english/content-words.ts';
import type { TripleParts } from '../triples/triple-parts.ts';

/** Minimum share of a value's content words in a text that states it; as for claims in scoring. */
const LEAST_SHARE = 0.8;

/** Words under the key that inflections share, and every other character that is not white space, in order. */
export function tokenKeys(text: string): string[] {
  const tokens = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
  return tokens.map((token) => (/[\p{L}\p{N}]/u.test(token) ? wordKey(token) : token));
}

export const tripleKeys = ({ head, relation, tail }: TripleParts): string[] =>
  tokenKeys(`${head} ${relation} ${tail}`);

/** Distinct content words of a value; all words where none carries content. */
export function valueKeys(value: string): string[] {
  const content = contentWords(value).map(({ key }) => key);
  return [...new Set(content.length > 0 ? content : tokenKeys(value))];
}

export function holdsValue(text: string, value: string): boolean {
  const held = new Set([...contentWords(text).map(({ key }) => key), ...tokenKeys(text)]);
  const keys = valueKeys(value);
  return keys.length > 0 && keys.filter((key) => held.has(key)).length >= LEAST_SHARE * keys.length;
}

/**
 * The same, of words that stand together: "from the Black Forest to the Adriatic Sea" holds the words of "Black Sea", and does
 * not state it.
 */
export function statesValue(text: string, value: string): boolean {
  const keys = new Set(valueKeys(value));
  const content = contentWords(text).map(({ key }) => key);
  const words = contentWords(value).length > 0 ? content : tokenKeys(text);
  const isStatedAt = (start: number): boolean => {
    const near = new Set(words.slice(start, start + keys.size).filter((key) => keys.has(key)));
    return near.size >= LEAST_SHARE * keys.size;
  };
  return keys.size > 0 && words.some((key, start) => keys.has(key) && isStatedAt(start));
}

/** Whether two values have the same words in the same order. */
export const sameWords = (left: string, right: string): boolean =>
  tokenKeys(left).join(' ') === tokenKeys(right).join(' ');
