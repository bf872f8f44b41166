/** The values of a text, each with its slot and its place. */
import { groupBy } from '../../group-by.ts';
import type { ValueKind } from '../../passage.ts';
import { rememberingPairs } from '../../remember.ts';
import { readStatements } from '../../text/statements.ts';
import { relationOf } from './compare-values.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import { isNounOf } from './noun-trees.ts';
import { orderMentionsOf } from './order-mentions.ts';
import { type Slot, slotOf } from './slots.ts';
import { foldedName, tokensOf } from './sentence-words.ts';
import { isAside, isOneOfSeveral } from './value-setting.ts';
import { wordMentionsOf } from './word-mentions.ts';

export interface Value {
  mention: Mention;
  /** Equal for mentions that every comparison takes for one. */
  id: string;
  slot: () => Slot;
  /** Whether its sentence picks it out of several. */
  isOneOfSeveral: boolean;
  /** Whether it stands alone in parentheses. */
  isAside: boolean;
  /** In the text, UTF-16 code units. */
  start: number;
  end: number;
  sentence: { start: number; end: number };
}

export interface ValueText {
  text: string;
  values: Value[];
  /** Folded words of the text. */
  words: ReadonlySet<string>;
  /** Those of them that name a role or a sort. */
  nouns(): readonly string[];
  ofKind(kind: ValueKind): readonly Value[];
  /** Those of its values that are the same as another text's, in order. */
  same(value: Value): readonly Value[];
}

/** @param denied words that one of the texts compared denies, by key; they are told apart in all of them */
export function readValues(
  text: string,
  isTopic: (key: string) => boolean,
  denied: ReadonlySet<string> = NONE,
): ValueText {
  const values = readStatements(text).flatMap(({ text: words, span, placeOf }): Value[] => {
    const tokens = tokensOf(words);
    const mentions = mentionsOf(tokens, words);
    const names = mentions.filter(({ kind }) => kind === 'name' || kind === 'place' || kind === 'people');
    const all = [
      ...mentions,
      ...wordMentionsOf(tokens, words, denied),
      ...orderMentionsOf(tokens, words, names),
    ];
    return all.map((mention) => ({
      mention,
      id: `${mention.kind} ${mention.unit} ${mention.bound} ${mention.key}`,
      slot: once(() => slotOf(tokens, mention, isTopic)),
      isOneOfSeveral: isOneOfSeveral(tokens, mention.from),
      isAside: isAside(tokens, mention.from, mention.to),
      start: placeOf(tokens[mention.from]?.start as number),
      end: placeOf((tokens[mention.to - 1]?.end as number) - 1) + 1,
      sentence: span,
    }));
  });
  const words = new Set(foldedName(text).split(' '));
  const kinds = groupBy(values, ({ mention }) => mention.kind);
  return {
    ...{ text, values, words, same: sameValues(values) },
    ofKind: (kind) => kinds.get(kind) ?? [],
    nouns: once(() => [...words].filter((word) => isNounOf('role', word) || isNounOf('sort', word))),
  };
}

/** What one value is to another: asked of the same pairs in sample after sample. */
export const valueRelation = rememberingPairs(
  (one: Value, other: Value) => relationOf(one.mention, other.mention),
  ({ id }) => id,
);

const NONE: ReadonlySet<string> = new Set();

function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Compares with each different value once, however often it stands there; values that are asked for again, not at all. */
function sameValues(values: readonly Value[]): ValueText['same'] {
  const groups = [...groupBy(values, ({ id }) => id).values()];
  const kinds = groupBy(groups, ([first]) => first?.mention.kind);
  const order = new Map(values.map((value, index) => [value, index]));
  const known = new Map<string, readonly Value[]>();
  return (value) => {
    const found = known.get(value.id) ?? sameOf(value, kinds.get(value.mention.kind) ?? [], order);
    known.set(value.id, found);
    return found;
  };
}

function sameOf(
  value: Value,
  groups: readonly (readonly Value[])[],
  order: ReadonlyMap<Value, number>,
): readonly Value[] {
  const same = groups.filter(([first]) => first !== undefined && valueRelation(value, first) === 'same');
  if (same.length < 2) return same[0] ?? [];
  return same.flat().sort((one, other) => (order.get(one) as number) - (order.get(other) as number));
}
