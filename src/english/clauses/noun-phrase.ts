/**
 * Noun phrases: the longest row of determiners, adjectives and nouns, with what may stand between them
 * ("a complete, highly unusual guide", "Thomas's well-known sister", "the Donnas' first album").
 */

import { isPossessiveMark, type Token, wordAt } from '../tokens.ts';
import { adverbialLength } from './adverbials.ts';
import { dateLength } from './date-phrases.ts';
import { scaleOf } from '../values/number-words.ts';
import { POSSESSIVE_PRONOUNS } from './word-place.ts';

/** Tags that can end a noun phrase. */
export const NOUN_LIKE: ReadonlySet<string> = new Set(['NOUN', 'PROPN', 'NUM', 'SYM', 'X']);
const MODIFIERS: ReadonlySet<string> = new Set(['DET', 'ADJ', ...NOUN_LIKE]);
const RELATIVES = new Set(['who', 'which', 'whom', 'that', 'where', 'whose']);
/** Words that a determiner may follow. */
const PREDETERMINERS = new Set(['all', 'both', 'the', 'a', 'such']);

/** How far a phrase goes, and whether it ends in a noun (an adjective phrase does not). */
interface Extent {
  length: number;
  noun: boolean;
}

const END: Extent = { length: 0, noun: false };

const tagAt = (tokens: readonly Token[], index: number): string => tokens[index]?.pos ?? '';
const isHyphenAt = (tokens: readonly Token[], index: number): boolean =>
  /^[-–/&'’]$/.test(wordAt(tokens, index));
const touches = (tokens: readonly Token[], index: number): boolean =>
  tokens[index] !== undefined && tokens[index]?.end === tokens[index + 1]?.start;

/** The noun or adjective phrase that starts at `start`; length 0 where none does. */
export function nounPhrase(tokens: readonly Token[], start: number): Extent {
  const first = tokens[start];
  if (first === undefined) return END;
  if (first.pos === 'PRON' && !POSSESSIVE_PRONOUNS.has(first.lower)) {
    return { length: RELATIVES.has(first.lower) ? 0 : 1, noun: true };
  }
  let length = 0;
  let noun = false;
  while (start + length < tokens.length) {
    const step: Extent = length === 0 ? opening(tokens, start) : continuation(tokens, start + length, noun);
    if (step.length === 0) break;
    length += step.length;
    noun = step.noun;
  }
  return { length, noun };
}

function opening(tokens: readonly Token[], index: number): Extent {
  if (dateLength(tokens, index) > 1) return END;
  const tag = tagAt(tokens, index);
  if (MODIFIERS.has(tag) || POSSESSIVE_PRONOUNS.has(wordAt(tokens, index))) {
    return { length: 1, noun: NOUN_LIKE.has(tag) };
  }
  const adverb =
    tag === 'ADV' &&
    (/^(ADJ|NUM)$/.test(tagAt(tokens, index + 1)) ||
      wordAt(tokens, index + 1) === 'than' ||
      isHyphenAt(tokens, index + 1));
  return adverb ? { length: 1, noun: false } : END;
}

/** What the token at `index` adds to a phrase before it, which ends in a noun or not. */
function continuation(tokens: readonly Token[], index: number, noun: boolean): Extent {
  if (dateLength(tokens, index) > 1 || adverbialLength(tokens, index) > 0) return END;
  const tag = tagAt(tokens, index);
  // "in the 1790s Haydn took lessons"
  if (tag === 'PROPN' && /^\d{3,4}s$/.test(wordAt(tokens, index - 1))) return END;
  // "10 to 20", "one hundred and five"
  const word = wordAt(tokens, index);
  if (
    (word === 'to' || (word === 'and' && scaleOf(wordAt(tokens, index - 1)) !== undefined)) &&
    tagAt(tokens, index - 1) === 'NUM' &&
    tagAt(tokens, index + 1) === 'NUM'
  ) {
    return { length: 2, noun: true };
  }
  if (MODIFIERS.has(tag)) {
    const allowed =
      tag !== 'DET' || PREDETERMINERS.has(wordAt(tokens, index - 1)) || isNameAt(tokens, index, noun);
    return allowed ? { length: 1, noun: NOUN_LIKE.has(tag) || (noun && tag === 'ADJ') } : END;
  }
  if (noun && isPossessiveMark(tokens[index] as Token)) return { length: 1, noun: false };
  if (isHyphenAt(tokens, index) && touches(tokens, index - 1) && touches(tokens, index)) {
    return { length: 2, noun: tagAt(tokens, index + 1) !== 'ADJ' };
  }
  return { length: modifierLength(tokens, index, noun), noun };
}

/** "the punk band The Donnas": an article that begins a name. */
function isNameAt(tokens: readonly Token[], index: number, noun: boolean): boolean {
  return tokens[index]?.text === 'The' && noun && tagAt(tokens, index + 1) === 'PROPN';
}

/** Adverbs, commas and "and" between adjectives, where a noun is still to come. */
function modifierLength(tokens: readonly Token[], index: number, noun: boolean): number {
  const [tag, next, twoNext] = [0, 1, 2].map((offset) => tagAt(tokens, index + offset)) as [
    string,
    string,
    string,
  ];
  const word = wordAt(tokens, index);
  const afterAdjective = tagAt(tokens, index - 1) === 'ADJ';
  if (tag === 'ADV') {
    if (next === 'ADJ' || next === 'NUM' || isHyphenAt(tokens, index + 1)) return 1;
    return !noun && (next === 'ADV' || (next === 'NOUN' && /ly$/.test(word))) ? 1 : 0;
  }
  if (word === ',')
    return !noun && afterAdjective && /^(ADJ|ADV)$/.test(next) && MODIFIERS.has(twoNext) ? 1 : 0;
  if (word === 'but' || word === 'and')
    return afterAdjective && /^(ADJ|VERB)$/.test(next) && twoNext === 'NOUN' ? 2 : 0;
  return 0;
}
