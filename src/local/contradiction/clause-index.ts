/**
 * The clauses of a sample that may turn one of the response round, found by their predicates and by the words of what they
 * relate, to avoid comparing every pair. reversed.ts defines reversals.
 */
import { nameRelation, tellingKeys } from '../../english/frames/compare-relations.ts';
import type { Frame } from '../../english/frames/frame.ts';
import { adjectivesOf, turnOf } from '../../english/frames/polarity.ts';
import type { Relation } from '../../english/frames/relations.ts';
import { addTo, groupBy } from '../../common/group-by.ts';
import { memoizeBy } from '../../common/memoize.ts';

interface Clause {
  frame: Frame;
  relations: () => readonly Relation[];
}

/** Positions, ascending or not. */
type Places = readonly number[];

/** @returns those that may deny a clause, or hold one of its relations the other way round, and perhaps some more; in order */
export function indexClauses<C extends Clause>(clauses: readonly C[]): (clause: Clause) => readonly C[] {
  const denying = indexPredicates(clauses);
  const turning = indexRelations(clauses);
  return ({ frame, relations }) => {
    const found = new Set([...denying(frame), ...relations().flatMap(turning)]);
    return [...found].sort((one, other) => one - other).map((place) => clauses[place] as C);
  };
}

/** @returns the clauses whose predicate may deny that of another */
function indexPredicates(clauses: readonly Clause[]): (frame: Frame) => Places {
  const keyOf = (frame: Frame) =>
    [frame.verb, frame.aspect, frame.passive, frame.denied, ...adjectivesOf(frame)].join('\n');
  const kinds = groupBy([...clauses.keys()], (place) => keyOf((clauses[place] as Clause).frame));
  return memoizeBy((frame) => [...kinds.values()].filter((held) => mayDeny(frame, held)).flat(), keyOf);

  function mayDeny(one: Frame, [first]: Places): boolean {
    const other = (clauses[first as number] as Clause).frame;
    const turn = turnOf(one, other);
    return turn !== null && (one.denied !== other.denied) !== turn;
  }
}

/** Relations of one name: where they stand, by the words that tell their two things. */
interface Named {
  relation: Relation;
  first: Map<string, number[]>;
  second: Map<string, number[]>;
}

/** @returns the clauses with a relation that may be another the other way round */
function indexRelations(clauses: readonly Clause[]): (relation: Relation) => Places {
  const names = new Map<string, Named>();
  for (const [place, { relations }] of clauses.entries())
    for (const relation of relations()) {
      const named = names.get(keyOf(relation)) ?? { relation, first: new Map(), second: new Map() };
      names.set(keyOf(relation), named);
      const [first, second] = tellingKeys(relation);
      for (const key of first) addTo(named.first, key, place);
      for (const key of second) addTo(named.second, key, place);
    }
  const comparable = memoizeBy(
    (own: Relation) => [...names.values()].filter(({ relation }) => nameRelation(own, relation) !== null),
    keyOf,
  );
  return (relation) => {
    const [first, second] = tellingKeys(relation);
    return comparable(relation).flatMap((named) => [
      ...inBoth(first, named.second, second, named.first),
      ...(areAlike(relation, named.relation) ? [] : inBoth(first, named.first, second, named.second)),
    ]);
  };
}

const keyOf = ({ kind, name, isLess, denied }: Relation): string => `${kind} ${name} ${isLess} ${denied}`;

/** Of the same two things in the same order they say the same. */
const areAlike = (one: Relation, other: Relation): boolean =>
  nameRelation(one, other) === 'same' && one.isLess === other.isLess && one.denied === other.denied;

/** Places at which one of the words stands in the one index, and one of the others in the other. */
function inBoth(
  words: readonly string[],
  index: ReadonlyMap<string, Places>,
  others: readonly string[],
  otherIndex: ReadonlyMap<string, Places>,
): Places {
  const found = words.flatMap((key) => index.get(key) ?? []);
  if (found.length === 0) return found;
  const held = new Set(others.flatMap((key) => otherIndex.get(key) ?? []));
  return found.filter((place) => held.has(place));
}
