/**
 * Coordination: which phrases stand side by side in one slot of a clause ("sculptures, mosaics, or paintings"), and
 * what they share ("themes of race and identity").
 */

import type { Token } from '../tokens.ts';
import type { Chunk } from './phrase-chunks.ts';
import {
  endsProper,
  hasArticle,
  hasOf,
  type Item,
  is,
  isKinship,
  isNominative,
  isParticiple,
  isPhrase,
  joinPhrases,
  type Phrase,
} from './phrases.ts';
import { isClauseAhead } from './surroundings.ts';

/** Whether a verb follows the phrase at `index`, so that it is the subject of a clause of its own. */
function verbFollows(chunks: readonly Chunk[], index: number): boolean {
  let next = index + 1;
  while (chunks[next]?.kind === 'parenthesis') next++;
  const verb = chunks[next];
  if (verb?.kind !== 'verb' || isParticiple(verb, chunks[next + 1])) return false;
  const [first] = (chunks[index] as Chunk).tokens;
  const reduced =
    verb.tokens.length === 1 &&
    /ed$/.test(verb.tokens[0]?.lower ?? '') &&
    chunks[next + 1]?.kind === 'preposition';
  return !(reduced && /^(NOUN|ADJ)$/.test(first?.pos ?? ''));
}

/** Whether `next` cannot stand in a list with `first`: "(at) Harvard University and a fellow ...", "Ann, daughter of ...". */
function startsOver(first: Chunk, next: Chunk): boolean {
  const opening = next.tokens[0]?.lower ?? '';
  const article =
    (opening === 'a' || opening === 'an') && endsProper(first) && !/^an?$/.test(first.tokens[0]?.lower ?? '');
  return article || isKinship(next) || (first.kind === 'date') !== (next.kind === 'date');
}

/** "(Chambers) on bass and Cobb on drums": whether both hang on prepositions of their own. */
function isParallel(chunks: readonly Chunk[], start: number, next: number): boolean {
  const [before, after] = [chunks[start - 1], chunks[next + 1]];
  const both = before?.kind === 'preposition' && after?.kind === 'preposition';
  return both && is(before, after.tokens[0]?.lower ?? '') && chunks[next]?.tokens[0]?.pos === 'PROPN';
}

/** Positions of the members of the list that starts at `start`: "a", "a and b", "a, b, and c". A list needs its "and". */
function listMembers(chunks: readonly Chunk[], start: number, clauseHasVerb: boolean): number[] {
  const members = [start];
  let index = start;
  for (;;) {
    let next = index + 1;
    if (chunks[next]?.kind === 'comma') next++;
    const conjunction = chunks[next]?.kind === 'and' && !is(chunks[next], 'but');
    if (conjunction) next++;
    if (next === index + 1 || !isPhrase(chunks[next])) return [start];
    if (isParallel(chunks, start, next) || startsOver(chunks[start] as Chunk, chunks[next] as Chunk))
      return [start];
    const opensClause = verbFollows(chunks, next)
      ? isNominative(chunks[next]) || (clauseHasVerb && !is(chunks[start - 1], 'with'))
      : clauseHasVerb && conjunction && isClauseAhead(chunks, next);
    if (opensClause) return [start];
    members.push(next);
    if (conjunction) return members;
    index = next;
  }
}

/** The items of a clause: phrases gathered in groups, everything else as it was. */
export function group(sentence: readonly Chunk[]): Item[] {
  const chunks = joinPhrases(sentence);
  const items: Item[] = [];
  let clauseHasVerb = false;
  for (let index = 0; index < chunks.length; index++) {
    const current = chunks[index] as Chunk;
    if (current.kind === 'verb') clauseHasVerb = true;
    const opens = current.kind === 'and' && isClauseAhead(chunks, index + 1);
    if (opens || current.kind === 'clause' || current.kind === 'relative') clauseHasVerb = false;
    if (!isPhrase(current)) {
      const last = items.at(-1);
      if (current.kind === 'parenthesis' && last?.kind === 'group') last.parentheses.push(current.tokens);
      else items.push(current);
      continue;
    }
    const members = listMembers(chunks, index, clauseHasVerb);
    const end = members.at(-1) ?? index;
    const phrases = splitMembers(
      members.map((member) => chunks[member] as Phrase),
      chunks.slice(index, end + 1),
    );
    items.push({
      kind: 'group',
      members: phrases,
      tokens: chunks.slice(index, end + 1).flatMap(({ tokens }) => tokens),
      parentheses: [],
    });
    index = end;
  }
  return items;
}

/** The tokens up to "of" and with it, and those after it. */
function splitAtOf(phrase: Phrase): { head: Token[]; rest: Token[] } {
  const index = phrase.tokens.findIndex((token) => token.lower === 'of');
  return { head: phrase.tokens.slice(0, index + 1), rest: phrase.tokens.slice(index) };
}

/**
 * Gives each member what it shares with another: "themes of race and identity" are themes of race and themes of
 * identity, "the capital and largest city of Spain" is the capital of Spain and the largest city of Spain.
 */
export function shareOf(members: readonly Phrase[]): Phrase[] {
  const [first] = members;
  const last = members.at(-1);
  if (!first || !last || members.length < 2) return [...members];
  const bare = (phrase: Phrase): boolean => phrase.kind === 'noun' && !hasArticle(phrase) && !hasOf(phrase);
  const { head, rest } = splitAtOf(first);
  const named = (tokens: readonly Token[]): boolean =>
    tokens[0]?.lower === 'the' && tokens[1]?.pos === 'PROPN';
  const goesWithOf = (phrase: Phrase): boolean =>
    bare(phrase) || (!hasOf(phrase) && named(phrase.tokens) && named(rest.slice(1)));
  if (
    first.kind === 'noun' &&
    hasOf(first) &&
    head.at(-2)?.pos === 'NOUN' &&
    members.slice(1).every(goesWithOf)
  ) {
    return members.map((member, index) =>
      index === 0 ? member : { kind: 'noun', tokens: [...head, ...member.tokens] },
    );
  }
  const adjectives = members.slice(0, -1).every((member) => member.kind === 'adjective');
  if (adjectives && last.kind === 'noun' && members.length > 2) {
    const index = last.tokens.findIndex((token) => token.lower === 'of');
    const shared = last.tokens.slice((index < 0 ? last.tokens.length : index) - 1);
    return members.map((member) =>
      member === last ? member : { kind: 'noun', tokens: [...member.tokens, ...shared] },
    );
  }
  const commonNoun = first.tokens.at(-1)?.pos === 'NOUN' && first.tokens[0]?.lower === 'the';
  if (members.length === 2 && hasOf(last) && !hasArticle(last) && commonNoun && !hasOf(first)) {
    return [{ kind: 'noun', tokens: [...first.tokens, ...splitAtOf(last).rest] }, last];
  }
  return [...members];
}

/**
 * Two members that are one phrase after all: an adjective does not stand beside a noun ("loyal and brave friend"),
 * and one child has two parents ("the son of a baker and his wife").
 */
function splitMembers(members: Phrase[], covered: readonly Chunk[]): Phrase[] {
  const [first, second] = members;
  if (members.length !== 2 || !first || !second) return shareOf(members);
  const shared = first.kind === 'adjective' && second.kind === 'noun';
  const parents = isKinship(first) && second.tokens[0]?.pos === 'PRON';
  return shared || parents
    ? [{ kind: 'noun', tokens: covered.flatMap(({ tokens }) => tokens) }]
    : shareOf(members);
}
