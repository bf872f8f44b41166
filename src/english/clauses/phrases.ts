/**
 * From chunks to phrases: "the head" + "of" + "the Catholic Church" is one noun phrase, "Dublin" + "," + "Ireland"
 * one place.
 */

import { isCapitalised, type Token } from '../tokens.ts';
import type { Chunk } from './phrase-chunks.ts';

/** A noun phrase, adjective phrase or date: its tokens in order, not always neighbours in the text; none of the reader. */
export interface Phrase {
  kind: 'noun' | 'date' | 'adjective';
  tokens: Token[];
  /** Whom "whose" stands for: the phrase is what it owns. */
  owner?: Phrase;
}

/** One or more coordinated phrases in one slot of a clause. */
export interface Group {
  kind: 'group';
  members: Phrase[];
  tokens: Token[];
  /** Bracketed tokens that follow the group. */
  parentheses: Token[][];
}

export type Item = Group | Chunk;

/** Whom a sentence that names nobody speaks to: "Add the flour." */
export const READER: Group = {
  kind: 'group',
  members: [{ kind: 'noun', tokens: [] }],
  tokens: [],
  parentheses: [],
};

export const isPhrase = (chunk: Chunk | undefined): chunk is Chunk & { kind: Phrase['kind'] } =>
  chunk?.kind === 'noun' || chunk?.kind === 'date' || chunk?.kind === 'adjective';
const isNoun = (chunk: Chunk | undefined): boolean => chunk?.kind === 'noun';
export const endsProper = (item: Item | undefined): boolean => item?.tokens.at(-1)?.pos === 'PROPN';
const startsProper = (chunk: Chunk | undefined): boolean => chunk?.tokens[0]?.pos === 'PROPN';
export const is = (chunk: Chunk | undefined, word: string): boolean =>
  chunk?.tokens.length === 1 && chunk.tokens[0]?.lower === word;
export const hasOf = (phrase: Phrase): boolean => phrase.tokens.some((token) => token.lower === 'of');
export const hasArticle = (chunk: Phrase | Chunk): boolean => /^(DET|PRON)$/.test(chunk.tokens[0]?.pos ?? '');

const QUANTIFIER = /^(most|much|many|some|more|all|several|few|each|half|none)$/;
/** "the Nobel Prize in Physics", "a doctorate in law", "the Academy Award for Best Picture". */
const GIVEN_IN = /^(prize|doctorate|degree|diploma|phd)$/;
const GIVEN_FOR = /^(prize|award|oscar|medal)$/;

/** Whether the preposition belongs to the name or measure before it: "5,895 metres above sea level". */
function isPart(before: Chunk, preposition: Chunk, next: Chunk): boolean {
  const last = before.tokens.at(-1)?.lower ?? '';
  const measure = before.tokens.some(({ pos }) => pos === 'NUM') && next.kind === 'noun';
  return (
    (measure && (is(preposition, 'above') || is(preposition, 'below'))) ||
    (next.kind === 'noun' && is(preposition, 'in') && GIVEN_IN.test(last) && !hasArticle(next)) ||
    (next.kind === 'noun' && is(preposition, 'for') && GIVEN_FOR.test(last))
  );
}

const PLACE_PREPOSITIONS = new Set(['in', 'at', 'near', 'from', 'to', 'of', 'on', 'off', 'outside']);

/** One phrase of "Haitian and Puerto Rican descent", "a Polish and naturalised French scientist". */
function joinOrigins(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = [];
  for (const next of chunks) {
    const [before, and] = joined.slice(-2);
    const origin = /^\p{Lu}.*(ian|ean|ish|ese|can|man|nch)$/u.test(before?.tokens.at(-1)?.text ?? '');
    const named =
      isNoun(next) && next.tokens.length > 1 && next.tokens.at(-1)?.pos === 'NOUN' && !hasArticle(next);
    const hasOrigin = next.tokens.some(isCapitalised);
    const nameless = before !== undefined && before.tokens.filter(({ pos }) => pos !== 'DET').length === 1;
    if (before && and && is(and, 'and') && isNoun(before) && origin && nameless && named && hasOrigin) {
      joined.splice(-2, 2, { kind: 'noun', tokens: [...before.tokens, ...and.tokens, ...next.tokens] });
    } else joined.push(next);
  }
  return joined;
}

/** Whether the phrase at `index` is the subject of the verb behind it, since none stands before: "In New York, Ann Berg won". */
function isSubjectAt(chunks: readonly Chunk[], index: number): boolean {
  const verb = chunks[index + 1];
  if (verb?.kind !== 'verb' || isParticiple(verb, chunks[index + 2])) return false;
  const start = chunks.slice(0, index).findLastIndex(({ kind }) => OPENING.test(kind)) + 1;
  const front = chunks.slice(start, index);
  return front.every(
    (one, at) => !isPhrase(one) || front[at - 1]?.kind === 'preposition' || (one.kind === 'date' && at === 0),
  );
}

/** "At sea level water boils": what opens a sentence behind a preposition holds the subject, too, where the verb has no other. */
export function withSubject(chunks: readonly Chunk[]): readonly Chunk[] {
  const [preposition, noun, verb] = chunks;
  if (preposition?.kind !== 'preposition' || noun?.kind !== 'noun' || verb?.kind !== 'verb') return chunks;
  if (isParticiple(verb, chunks[3])) return chunks;
  const { tokens } = noun;
  // "In a brawl Mercutio kills": a name as a whole
  const from = tokens.at(-1)?.pos === 'PROPN' ? tokens.findLastIndex(({ pos }) => pos !== 'PROPN') + 1 : -1;
  const at = from < 0 ? tokens.length - 1 : from;
  const [first, before] = [tokens[at], tokens[at - 1]];
  const isSplit =
    from < 0 ? first?.pos === 'NOUN' && /^(?:NOUN|PROPN)$/.test(before?.pos ?? '') : before?.pos === 'NOUN';
  if (!isSplit) return chunks;
  return [
    preposition,
    { ...noun, tokens: tokens.slice(0, at) },
    { ...noun, tokens: tokens.slice(at) },
    ...chunks.slice(2),
  ];
}

const OPENING = /^(?:clause|relative|verb|break|and)$/;

/** Joins "X of Y", "Prize in Y", and "Dublin, Ireland" after a preposition of place. */
export function joinPhrases(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = [];
  const origins = joinOrigins(chunks);
  for (const [index, next] of origins.entries()) {
    const last = joined.at(-1);
    const before = joined.at(-2);
    const governs = joined.at(-3);
    const ordinal = before?.kind === 'adjective' && hasArticle(before);
    const quantifier = before?.tokens.length === 1 && QUANTIFIER.test(before.tokens[0]?.lower ?? '');
    const isOf =
      is(last, 'of') && (isNoun(before) || ordinal || quantifier) && (isNoun(next) || next.kind === 'date');
    const part =
      last?.kind === 'preposition' && before !== undefined && isNoun(before) && isPart(before, last, next);
    const place =
      last?.kind === 'comma' &&
      isNoun(next) &&
      isNoun(before) &&
      startsProper(next) &&
      endsProper(before) &&
      next.tokens.length <= 3 &&
      governs?.kind === 'preposition' &&
      PLACE_PREPOSITIONS.has(governs.tokens.at(-1)?.lower ?? '') &&
      !isSubjectAt(origins, index);
    if ((isOf || place || part) && last && before) {
      joined.splice(-2, 2, { kind: 'noun', tokens: [...before.tokens, ...last.tokens, ...next.tokens] });
    } else joined.push(next);
  }
  return joined;
}

/**
 * "leading", "known", "designed" with no auxiliary: a verb that opens no clause of its own.
 *
 * @param after what follows: "held a meeting" is one that does
 */
export function isParticiple(verb: Chunk, after?: Chunk | Item): boolean {
  const [first] = verb.tokens.filter((token) => token.pos !== 'ADV' && token.pos !== 'PART');
  if (first === undefined || first.pos === 'AUX') return false;
  if (/ing$/.test(first.lower)) return true;
  if (isObject(after) && (PAST.test(first.lower) || OBJECT_PRONOUN.test(after?.tokens[0]?.lower ?? '')))
    return false;
  return /^(known|born|located|situated|based|given|written|held|built|made|named|called|set|led|found|taken|seen)$/.test(
    first.lower,
  );
}

/** "I", "she": a pronoun that can only be a subject, so that the verb right behind is that of its clause. */
export const isNominative = (item: Item | undefined): boolean =>
  item?.tokens.length === 1 && /^(?:i|he|she|we|they)$/.test(item.tokens[0]?.lower ?? '');

/** Participles that are past forms, too. */
const PAST = /^(?:held|built|made|set|led|found)$/;
/** No participle has one of these for an object: "called it the best day". */
const OBJECT_PRONOUN = /^(?:it|them|him|me|us|you)$/;
const isObject = (item: Chunk | Item | undefined): boolean =>
  (item?.kind === 'group' || item?.kind === 'noun') && /^(?:DET|PROPN|PRON)$/.test(item.tokens[0]?.pos ?? '');

const KIN = new Set(
  'son sons daughter daughters child children brother sister father mother wife husband'.split(' '),
);

/** "the eldest son of ...": what relates a person to another. */
export function isKinship(phrase: Phrase | Chunk): boolean {
  const ofIndex = phrase.tokens.findIndex((token) => token.lower === 'of');
  return ofIndex > 0 && phrase.tokens.slice(0, ofIndex).some((token) => KIN.has(token.lower));
}

/** The words of a phrase as text; what lies between tokens that are not neighbours is left out. */
export function phraseText(text: string, tokens: readonly Token[]): string {
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1];
      const gap = before === undefined || before.end === token.start ? '' : ' ';
      return gap + text.slice(token.start, token.end);
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
