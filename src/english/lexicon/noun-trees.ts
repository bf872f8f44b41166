/**
 * Roles of persons and sorts of things, by WordNet's tree of nouns: "chemist" and "botanist" are two kinds of scientist, and
 * neither is a kind of the other.
 */
import { memoizePairs } from '../../common/memoize.ts';
import { areAlternatives, hasAlternatives } from './alternatives.ts';
import { baseForms } from './base-forms.ts';
import { ROLES, SORTS } from './noun-tree-list.ts';

const NOUN_KINDS = ['role', 'sort'] as const;
type NounKind = (typeof NOUN_KINDS)[number];
export const isNounKind = (kind: string): kind is NounKind => kind === 'role' || kind === 'sort';
type NounRelation = 'same' | 'above' | 'beside' | 'none';

/** Its parents, from its own node up. */
type Path = readonly number[];
type Tree = ReadonlyMap<string, readonly Path[]>;

/** Sorts are alternatives only where they meet within so many steps. */
const NEAR = 3;

let trees: Readonly<Record<NounKind, Tree>> | null = null;
const treeOf = (kind: NounKind): Tree => {
  trees ??= { role: readTree(ROLES), sort: readTree(SORTS) };
  return trees[kind];
};

/** By word: the paths of its nodes, each known by its position in the list. */
function readTree(list: string): Tree {
  const found = new Map<string, Path[]>();
  const above: number[] = [];
  for (const [id, node] of list.split('|').entries()) {
    const [, depth = '0', words = ''] = /^(\d+)(.*)$/.exec(node) ?? [];
    above.length = Number(depth);
    above.push(id);
    for (const word of words.split('/')) found.set(word, [...(found.get(word) ?? []), above.toReversed()]);
  }
  return found;
}

const PLURAL = /(?:s|men|children)$/;
const NONE: readonly Path[] = [];
const pathsOf = (kind: NounKind, noun: string): readonly Path[] => {
  const tree = treeOf(kind);
  if (!PLURAL.test(noun)) return tree.get(noun) ?? NONE;
  return baseForms(noun).flatMap((form) => tree.get(form) ?? NONE);
};

/** What one of any profession may be: "a geologist", "a native of Kiel", "a pioneer of geology". */
const OF_ANY_ROLE = new Set(
  `native resident inhabitant citizen pioneer star celebrity icon legend expert figure hero idol genius visionary polymath intellectual
   feminist activist enthusiast amateur veteran man woman person human individual adult`.split(/\s+/),
);

/** @param noun folded */
export const isNounOf = (kind: NounKind, noun: string): boolean =>
  kind === 'role'
    ? pathsOf(kind, noun).length > 0 && !OF_ANY_ROLE.has(noun)
    : pathsOf(kind, noun).length > 0 || hasAlternatives(noun);

/** `above`: one is a kind of the other; `beside`: they are alternatives. The nearest relation of all their senses. */
export const nounRelation = (kind: NounKind, one: string, other: string): NounRelation =>
  RELATIONS[kind](one, other);

/** Whether one is the other, or a kind of it. */
export const areOneKind = (kind: NounKind, one: string, other: string): boolean =>
  /^(?:same|above)$/.test(nounRelation(kind, one, other));
export const areOneNoun = (one: string, other: string): boolean =>
  NOUN_KINDS.some((kind) => areOneKind(kind, one, other));
export const areBeside = (one: string, other: string): boolean =>
  NOUN_KINDS.some((kind) => nounRelation(kind, one, other) === 'beside');
export const isKnownNoun = (noun: string): boolean => NOUN_KINDS.some((kind) => isNounOf(kind, noun));

/** What has two parents in WordNet, of which the tree keeps the other, by the one. */
const KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'ruler',
    new Set('king queen emperor empress monarch sovereign sultan pharaoh tsar prince duke'.split(' ')),
  ],
]);
const isKindOf = (one: string, other: string): boolean =>
  baseForms(other).some(
    (noun) => KINDS.get(noun) !== undefined && baseForms(one).some((kind) => KINDS.get(noun)?.has(kind)),
  );

function relationOfPaths(kind: NounKind, one: string, other: string): NounRelation {
  if (kind === 'role' && (isKindOf(one, other) || isKindOf(other, one))) return 'above';
  const relations = pathsOf(kind, one).flatMap((path) =>
    pathsOf(kind, other).map((match) => pathRelation(kind, path, match)),
  );
  const found = (['same', 'above', 'beside'] as const).find((relation) => relations.includes(relation));
  if (found !== undefined) return found;
  if (kind === 'role' || !hasAlternatives(one)) return 'none';
  if (areAlternatives(one, other)) return 'beside';
  return baseForms(one).some((form) => baseForms(other).includes(form)) ? 'same' : 'none';
}

const RELATIONS = {
  role: memoizePairs((one: string, other: string) => relationOfPaths('role', one, other), String),
  sort: memoizePairs((one: string, other: string) => relationOfPaths('sort', one, other), String),
};

function pathRelation(kind: NounKind, one: Path, other: Path): NounRelation {
  if (one[0] === other[0]) return 'same';
  const steps = one.findIndex((id) => other.includes(id));
  if (steps < 0) return 'none';
  const back = other.indexOf(one[steps] as number);
  if (steps === 0 || back === 0) return 'above';
  return kind === 'role' || Math.max(steps, back) <= NEAR ? 'beside' : 'none';
}
