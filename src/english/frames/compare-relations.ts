/** Whether two clauses say the same of two things, or the reverse of it. */
import { memoizePairs } from '../../common/memoize.ts';
import { areOpposites } from '../lexicon/opposites.ts';
import { isConverse, isMutual, isSameRelation, isSameVerb, verbOfAgent } from '../lexicon/verbs.ts';
import { keysOf } from './participants.ts';
import type { Token } from '../tokens.ts';
import type { Relation } from './relations.ts';

/** `same`: one says what the other says; `reversed`: both cannot be so; null: they cannot be compared. */
type RelationAgreement = 'same' | 'reversed' | null;

/** Prepositions of which one says the other way round what the other says. */
const CONVERSE_PLACES = ['before after', 'above below', 'over under', 'inside outside'];
/** Prepositions of which one denies the other. */
const OPPOSITE_PLACES = [
  'to from',
  'into from',
  'toward from',
  'towards from',
  'with without',
  'for against',
  'on off',
  'up down',
  'onto from',
];
const areOf = (pairs: readonly string[]) => (one: string, other: string) =>
  pairs.includes(`${one} ${other}`) || pairs.includes(`${other} ${one}`);
const areConversePlaces = areOf(CONVERSE_PLACES);
const areOppositePlaces = areOf(OPPOSITE_PLACES);

/** Of two names: the same, the same seen from the other side, or what the other denies. */
type NameRelation = 'same' | 'converse' | 'opposite' | null;

/** Null where the two cannot be compared. */
export const nameRelation = memoizePairs(
  (one: Pick<Relation, 'kind' | 'name'>, other: Pick<Relation, 'kind' | 'name'>): NameRelation => {
    const isPlaced = one.kind === 'place' && other.kind === 'place';
    if (isPlaced) {
      const [own, its] = [placeName(one.name), placeName(other.name)];
      if (own.object !== its.object || !isSameVerb(own.verb, its.verb)) return null;
      if (own.word === its.word) return 'same';
      if (areConversePlaces(own.word, its.word)) return 'converse';
      return areOppositePlaces(own.word, its.word) ? 'opposite' : null;
    }
    const [own, its] = [comparedName(one), comparedName(other)];
    if (isConverse(own, its)) return 'converse';
    if (own === its || isSameRelation(own, its)) return 'same';
    if (one.kind === 'place' || other.kind === 'place') return null;
    if (one.kind === 'act' && other.kind === 'act' && isSameVerb(one.name, other.name)) return 'same';
    return areOpposites(one.name, other.name) ? 'opposite' : null;
  },
  ({ kind, name }) => `${kind} ${name}`,
);

/** Of who does it the verb: "teach" of "the teacher of". */
const comparedName = ({ kind, name }: Pick<Relation, 'kind' | 'name'>): string =>
  kind === 'role' ? verbOfAgent(name) : name;

function placeName(name: string): { verb: string; word: string; object: boolean } {
  const words = name.split(' ');
  const object = words.at(-1) === 'it';
  const word = words.at(object ? -2 : -1) ?? '';
  return { verb: words.slice(0, object ? -2 : -1).join(' '), word, object };
}

export function agreementOf(one: Relation, other: Relation): RelationAgreement {
  const names = nameRelation(one, other);
  if (names === null) return null;
  const order = orderOf(one, other);
  if (order === null) return null;
  const isPlace = one.kind === 'place';
  if (order === 'swapped' && isPlace && !isDirected(one, other)) return null;
  if (isMutual(one.name) && order === 'swapped') return null;
  const turns =
    Number(order === 'swapped') +
    Number(names === 'converse' || (names === 'opposite' && one.kind === 'comparison')) +
    Number(one.isLess !== other.isLess);
  // who did the opposite to whom describes two acts, unless both are alike in all else
  if (names === 'opposite' && one.kind !== 'comparison' && order === 'swapped') return null;
  const denials =
    Number(one.denied !== other.denied) + Number(names === 'opposite' && one.kind !== 'comparison');
  return (turns + denials) % 2 === 0 ? 'same' : 'reversed';
}

/** Prepositions on whose two sides things can change places. */
const MUTUAL_PLACES = /\b(?:with|near|beside|alongside|between|among|against|like|without)(?: it)?$/;
const isDirected = (one: Relation, other: Relation): boolean =>
  !MUTUAL_PLACES.test(one.name) && !MUTUAL_PLACES.test(other.name);

/**
 * Whether the two things stand in one order or in the other; null where they are others, or it cannot be told. Words that both
 * things of a relation have ("the Chrysler Building", "the Woolworth Building") do not tell them apart.
 */
function orderOf(one: Relation, other: Relation): 'alike' | 'swapped' | null {
  const [first, second] = tellingKeys(one);
  const [itsFirst, itsSecond] = tellingKeys(other);
  const alike = share(first, itsFirst) && share(second, itsSecond);
  const swapped = share(first, itsSecond) && share(second, itsFirst) && ![one, other].some(isPointing);
  return alike === swapped ? null : alike ? 'alike' : 'swapped';
}

/** "his laws", "this code": what they are is told elsewhere. */
const isPointing = ({ first, second }: Relation): boolean =>
  [first, second].some(
    (tokens) =>
      /^(?:his|her|its|their|this|that|these|those)$/.test(tokens[0]?.lower ?? '') &&
      tokens.every(({ pos }) => pos !== 'PROPN'),
  );

/** Of the first thing and of the second. */
export function tellingKeys({ first, second }: Relation): readonly [string[], string[]] {
  const [own, its] = [first, second].map(namingKeys) as [string[], string[]];
  return [own.filter((key) => !its.includes(key)), its.filter((key) => !own.includes(key))];
}

/** Of "one of the leaders of the school of philosophy" no more than "one", of "the work of Picasso" his name, too. */
function namingKeys(tokens: readonly Token[]): string[] {
  const of = tokens.findIndex(({ pos, lower }) => pos === 'ADP' && lower === 'of');
  return keysOf(
    of < 0 ? tokens : [...tokens.slice(0, of), ...tokens.slice(of).filter(({ pos }) => pos === 'PROPN')],
  );
}

const share = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((key) => other.includes(key));
