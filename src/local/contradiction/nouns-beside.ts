/** The nouns that values tell of: what is counted or numbered, and whose or what a name is. */
import { keysOf } from '../../english/frames/participants.ts';
import type { PredicateRelation } from '../../english/frames/predicates.ts';
import { isUnitOfTime } from '../../english/values/mentions.ts';
import { takeUntil, type Token } from '../../english/tokens.ts';
import type { ClausePlace, Value } from './stated-value.ts';

/**
 * "six legs" and "eight legs", "port 8080" and "port 443": one noun right beside both, but no unit of measure, nor of time: much
 * may happen in a 12th minute and in a 44th.
 */
export function sharesNoun(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  if (value.mention.kind === 'ordinal' && isUnitOfTime(value.mention.unit)) return false;
  const others = nounsBeside(other, its);
  return nounsBeside(value, one).some((noun) => others.includes(noun));
}

function nounsBeside({ mention }: Value, { part: { tokens }, start: from, end: to }: ClausePlace): string[] {
  const before = tokens.filter(({ end }) => end <= from);
  const behind = tokens.filter(({ start }) => start >= to);
  const isUnit = ({ lower }: Token) => mention.measure?.text.toLowerCase().includes(lower) === true;
  const first = before.findLastIndex((token) => token.pos !== 'NOUN' || isUnit(token)) + 1;
  const isOther = (token: Token) => !/^(?:NOUN|PROPN|ADJ|NUM)$/.test(token.pos) && !isUnit(token);
  const beside = [...before.slice(first), ...takeUntil(behind, isOther)];
  return keysOf(beside.filter((token) => token.pos === 'NOUN' && !isUnit(token)));
}

/** Of "the wife of Zeus" the tokens before the value, and the place of the preposition among them; -1 where there is none. */
function prepositionBefore({ part: { tokens }, start: from }: ClausePlace): { before: Token[]; at: number } {
  const before = tokens.filter(({ end }) => end <= from);
  const at = before.findLastIndex(({ pos }) => pos === 'ADP');
  const isRight = before.slice(at + 1).every(({ pos }) => /^(?:DET|ADJ|NOUN|PROPN|NUM)$/.test(pos));
  return { before, at: isRight ? at : -1 };
}

/** The noun that a value tells of, with its preposition: "wife of"; empty where there is none. */
function nounBefore(place: ClausePlace): string {
  const { before, at } = prepositionBefore(place);
  const noun = before[at - 1];
  return noun?.pos === 'NOUN' ? `${keysOf([noun])} ${before[at]?.lower}` : '';
}

/** "off the coast of Italy", "in the archipelago of Scotland": one preposition right before both. */
export function areBehindOneWord(one: ClausePlace, its: ClausePlace): boolean {
  const [own, others] = [prepositionBefore(one), prepositionBefore(its)];
  const word = own.before[own.at]?.lower;
  return word !== undefined && word === others.before[others.at]?.lower;
}

/** Clauses that may tell the same do so of one noun. */
export const toldOfNoun = (
  one: ClausePlace,
  its: ClausePlace,
  relation: PredicateRelation,
): PredicateRelation =>
  relation === 'unknown' && nounBefore(one) !== '' && nounBefore(one) === nounBefore(its) ? 'same' : relation;
