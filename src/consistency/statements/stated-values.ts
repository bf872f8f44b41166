/** The values of a text, each with its slot and its place. */
import { readStatements } from '../../text/statements.ts';
import { relationOf } from './compare-values.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import { type Slot, slotOf } from './slots.ts';
import { foldedName, tokensOf } from './sentence-words.ts';
import { isAside, isOneOfSeveral } from './value-setting.ts';

export interface Value {
  mention: Mention;
  slot: Slot;
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
  /** Those of its values that are the same as another text's, in order. */
  same(mention: Mention): readonly Value[];
}

export function readValues(text: string, isTopic: (key: string) => boolean): ValueText {
  const values = readStatements(text).flatMap(({ text: words, span, placeOf }): Value[] => {
    const tokens = tokensOf(words);
    return mentionsOf(tokens, words).map((mention) => ({
      mention,
      slot: slotOf(tokens, mention, isTopic),
      isOneOfSeveral: isOneOfSeveral(tokens, mention.from),
      isAside: isAside(tokens, mention.from, mention.to),
      start: placeOf(tokens[mention.from]?.start as number),
      end: placeOf((tokens[mention.to - 1]?.end as number) - 1) + 1,
      sentence: span,
    }));
  });
  return { text, values, words: new Set(foldedName(text).split(' ')), same: sameValues(values) };
}

/** Compares with each different value once, however often it stands there; values that are asked for again, not at all. */
function sameValues(values: readonly Value[]): ValueText['same'] {
  const idOf = ({ kind, unit, bound, key }: Mention) => `${kind} ${unit} ${bound} ${key}`;
  const groups = new Map<string, { mention: Mention; values: { value: Value; order: number }[] }>();
  for (const [order, value] of values.entries()) {
    const group = groups.get(idOf(value.mention)) ?? { mention: value.mention, values: [] };
    group.values.push({ value, order });
    groups.set(idOf(value.mention), group);
  }
  const known = new Map<string, readonly Value[]>();
  return (mention) => {
    const found =
      known.get(idOf(mention)) ??
      [...groups.values()]
        .filter((group) => relationOf(mention, group.mention) === 'same')
        .flatMap((group) => group.values)
        .sort((one, other) => one.order - other.order)
        .map(({ value }) => value);
    known.set(idOf(mention), found);
    return found;
  };
}
