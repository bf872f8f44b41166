/**
 * Chunking: a sentence as a row of noun phrases, verb groups, prepositions and joints.
 *
 *   He | was born | in | Dublin | , | the son of a barrister | , | and | was educated | at | ...
 */

import type { Token } from '../tokens.ts';
import { adverbialLength } from './adverbials.ts';
import { dateLength } from './date-phrases.ts';
import { NOUN_LIKE, nounPhrase } from './noun-phrase.ts';

type ChunkKind =
  | 'noun'
  | 'date'
  /** an adjective phrase that ends in no noun: "loyal", "highly reactive" */
  | 'adjective'
  | 'verb'
  | 'preposition'
  /** and, or, as well as */
  | 'and'
  /** but, while, although, because, that: what follows is a clause of its own */
  | 'clause'
  /** who, which, that, whose, where after a noun */
  | 'relative'
  | 'comma'
  /** `(...)`: its tokens, without the brackets */
  | 'parenthesis'
  | 'break';

export interface Chunk {
  kind: ChunkKind;
  /** At least one. */
  tokens: Token[];
}

const CLAUSE_WORDS = new Set(
  'but while although though because whereas unless until whether if when since yet that so where whenever'.split(
    ' ',
  ),
);
const APPROXIMATE = /^(more|less|fewer|than|about|around|over|nearly|almost|roughly|approximately)$/;
/** Prepositions that may also open a clause. */
const TIME_CLAUSE_WORDS = new Set(['as', 'after', 'before', 'since', 'until', 'once']);
const RELATIVES = new Set(['who', 'which', 'whom', 'that', 'where']);
const DECADE_WORD = /\d{4}s$/;
const DECADE = /^(the )?(early |mid |late |mid - )?\d{4}s$/;
const OPENERS = new Set(['(', '[']);
const CLOSERS = new Set([')', ']']);

/** How many tokens from `start` make one verb group: "was born", "has also been", "worked to reform". */
function verbGroup(tokens: readonly Token[], start: number): number {
  let index = start;
  let verb = false;
  while (index < tokens.length) {
    const token = tokens[index] as Token;
    const next = tokens[index + 1];
    const isVerb = token.pos === 'VERB' || token.pos === 'AUX';
    const filler =
      (token.pos === 'ADV' && !CLAUSE_WORDS.has(token.lower)) ||
      (tokens[index - 1]?.pos === 'AUX' && next?.pos === 'VERB') ||
      token.lower === "n't" ||
      token.lower === 'not';
    if (isVerb) verb = true;
    else if (token.lower === 'to' && token.pos === 'PART' && (next?.pos === 'VERB' || next?.pos === 'AUX')) {
      if (!verb && index > start) break;
    } else if (!filler) break;
    index++;
  }
  while (
    index > start &&
    tokens[index - 1]?.pos === 'ADV' &&
    verb &&
    index < tokens.length &&
    (tokens[index]?.pos === 'ADJ' || APPROXIMATE.test(tokens[index - 1]?.lower ?? ''))
  )
    index--;
  return verb ? index - start : 0;
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    if (OPENERS.has(tokens[index]?.text ?? '')) depth++;
    if (CLOSERS.has(tokens[index]?.text ?? '') && --depth === 0) return index;
  }
  return -1;
}

/** The kind and length of the chunk that starts at `start`. */
type Reading = { kind: ChunkKind; length: number } | null;

const textOf = (tokens: readonly Token[], start: number, length: number): string =>
  tokens
    .slice(start, start + length)
    .map(({ lower }) => lower)
    .join(' ');

function dateReading(tokens: readonly Token[], start: number, previous: Chunk | undefined): Reading {
  const length = dateLength(tokens, start);
  const next = tokens[start + 1]?.pos ?? '';
  const dated =
    previous?.kind === 'preposition' && /^(in|since|until|by|from)$/.test(previous.tokens[0]?.lower ?? '');
  const shortYear = previous?.kind === 'preposition' && /^\d{3}$/.test(tokens[start]?.lower ?? '');
  if (shortYear && !NOUN_LIKE.has(next)) return { kind: 'date', length: 1 };
  return length > 1 || (length === 1 && (next !== 'NOUN' || dated)) ? { kind: 'date', length } : null;
}

/** Whether a phrase and a finite verb follow: "(as) the fairies intervene". */
function opensClause(tokens: readonly Token[], start: number): boolean {
  const { length } = nounPhrase(tokens, start);
  const verb = tokens.slice(start + length, start + length + verbGroup(tokens, start + length));
  const finite =
    verb.some(({ pos }) => pos === 'AUX') ||
    /s$/.test(verb[0]?.lower ?? '') ||
    verb[0]?.lower === verb[0]?.lemma;
  return length > 0 && verb.length > 0 && verb[0]?.pos !== 'PART' && finite;
}

/** Words that join: commas, conjunctions, relative pronouns. */
function jointReading(tokens: readonly Token[], start: number, previous: Chunk | undefined): Reading {
  const token = tokens[start] as Token;
  if (token.text === ',') return { kind: 'comma', length: 1 };
  const relates = /^(noun|date|parenthesis|comma|preposition)$/.test(previous?.kind ?? '');
  if (relates && RELATIVES.has(token.lower)) return { kind: 'relative', length: 1 };
  if (token.lower === 'as' && textOf(tokens, start, 3) === 'as well as') return { kind: 'and', length: 3 };
  const goesOn = /^(but|yet)$/.test(token.lower) && verbGroup(tokens, start + 1) > 0;
  if (goesOn) return { kind: 'and', length: 1 };
  if (CLAUSE_WORDS.has(token.lower) && token.pos !== 'ADP' && token.pos !== 'PROPN')
    return { kind: 'clause', length: 1 };
  if (TIME_CLAUSE_WORDS.has(token.lower) && opensClause(tokens, start + 1))
    return { kind: 'clause', length: 1 };
  return token.pos === 'CCONJ' ? { kind: 'and', length: 1 } : null;
}

function phraseReading(tokens: readonly Token[], start: number): Reading {
  const verbs = verbGroup(tokens, start);
  if (verbs > 0) return { kind: 'verb', length: verbs };
  if (textOf(tokens, start, 3) === 'in addition to') return { kind: 'preposition', length: 3 };
  let prepositions = 0;
  while (tokens[start + prepositions]?.pos === 'ADP') prepositions++;
  if (prepositions > 0) return { kind: 'preposition', length: prepositions };
  const { length, noun } = nounPhrase(tokens, start);
  if (length === 0) return null;
  const isPeriod = DECADE_WORD.test(tokens[start + length - 1]?.lower ?? '');
  const period = isPeriod && DECADE.test(textOf(tokens, start, length));
  return { kind: period ? 'date' : noun ? 'noun' : 'adjective', length };
}

function nextChunk(
  tokens: readonly Token[],
  start: number,
  previous: Chunk | undefined,
): { chunk: Chunk; length: number } {
  const close = OPENERS.has(tokens[start]?.text ?? '') ? closing(tokens, start) : -1;
  if (close >= 0) {
    const inner = tokens.slice(start + 1, close);
    return { chunk: { kind: 'parenthesis', tokens: inner }, length: close - start + 1 };
  }
  const { kind, length } = dateReading(tokens, start, previous) ??
    jointReading(tokens, start, previous) ??
    phraseReading(tokens, start) ?? { kind: tokens[start]?.pos === 'SCONJ' ? 'clause' : 'break', length: 1 };
  return { chunk: { kind, tokens: tokens.slice(start, start + length) }, length };
}

/** The chunks of one sentence (tokens with corrected tags), adverbs between phrases and empty brackets left out. */
export function chunk(tokens: readonly Token[]): Chunk[] {
  const chunks: Chunk[] = [];
  let index = 0;
  while (index < tokens.length) {
    const skipped = chunks.at(-1)?.kind === 'preposition' ? 0 : adverbialLength(tokens, index);
    if (skipped > 0) {
      index += skipped;
      continue;
    }
    const { chunk: next, length } = nextChunk(tokens, index, chunks.at(-1));
    const adverb = next.kind === 'break' && next.tokens[0]?.pos === 'ADV';
    if (!adverb && next.tokens.length > 0) chunks.push(next);
    index += length;
  }
  return chunks;
}
