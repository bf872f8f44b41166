/**
 * A value that both texts hold, but in other places: "directed by Ann Berg and written by Vera Hall", where the response has
 * it the other way round.
 *
 * Another value of the sample contradicts it where the two slots are one but for the two values, if neither text has both of
 * them there: the sample the response's value, the response the sample's. So does one that is of the same ("25 May 2016" and
 * "25 May 2018", "500 g of rice" and "300 g of rice"), whatever stands around, if both texts give one value of that alone.
 */
import { remembering } from '../../remember.ts';
import { wordKey } from '../../text/content-words.ts';
import { indexSlots } from './slot-index.ts';
import { likeness, ONE_SLOT, type Slot } from './slots.ts';
import { type Value, type ValueText, valueRelation } from './stated-values.ts';

/** What may stand between two values of one list, which stand there in any order. */
const OF_LIST = /^(?:[\p{Lu}\d]|(?:and|or|the)?$)/u;

/** @returns the sample's value in its place, the first among equals, and the likeness of the slots; null where there is none */
export function placedOtherwise(
  value: Value,
  response: ValueText,
  sample: ValueText,
): { value: Value; likeness: number } | null {
  if (value.mention.kind === 'order' || value.isOneOfSeveral) return null;
  const rival = ofTheSame(value, response, sample);
  if (rival !== null) return { value: rival, likeness: 1 };
  const own = sample.same(value);
  const inSlot = indexed(own).inSlot(value.slot(), ONE_SLOT);
  if (inSlot.some((one) => alikeApart(value, one, []) >= ONE_SLOT)) return null;
  let best: { value: Value; likeness: number } | null = null;
  for (const other of inItsPlace(value, sample.ofFamily(value))) {
    if (other.isOneOfSeveral || other.isAside !== value.isAside) continue;
    if (valueRelation(other, value) !== 'different') continue;
    const apart = [keysOf(value.mention.text), keysOf(other.mention.text)];
    const alike = alikeApart(value, other, apart);
    if (alike < ONE_SLOT || alike <= (best?.likeness ?? 0)) continue;
    const given = response.same(other);
    if (own.some((one) => areListed(sample, one, other) || alikeApart(value, one, apart) >= alike)) continue;
    if (given.some((one) => areListed(response, one, value) || alikeApart(one, other, apart) >= alike))
      continue;
    best = { value: other, likeness: alike };
  }
  return best;
}

/**
 * Those of the values, in order, that may stand in the slot of another but for the words of both: they have words of it, or
 * are named by one.
 */
function inItsPlace(value: Value, values: readonly Value[]): readonly Value[] {
  const words = keysOf(value.mention.text);
  const slot: Slot = new Map([...value.slot()].filter(([key]) => !words.has(key)));
  const { inSlot, namedBy } = indexed(values);
  const found = inSlot(slot, ONE_SLOT);
  if (found === values) return values;
  const named = [...slot.keys()].flatMap((key) => namedBy().get(key) ?? []);
  if (named.length === 0) return found;
  const all = new Set([...found, ...named]);
  return values.filter((one) => all.has(one));
}

interface Indexed {
  inSlot: ReturnType<typeof indexSlots<Value>>;
  /** By the words of their names. */
  namedBy: () => ReadonlyMap<string, readonly Value[]>;
}

/** The values of a text are asked for again for each value of the response. */
const INDEXES = new WeakMap<readonly Value[], Indexed>();

function indexed(values: readonly Value[]): Indexed {
  const known = INDEXES.get(values);
  if (known) return known;
  let named: ReadonlyMap<string, readonly Value[]> | undefined;
  const index: Indexed = {
    inSlot: indexSlots(values, (value) => value.slot()),
    namedBy() {
      named ??= namesOf(values);
      return named;
    },
  };
  INDEXES.set(values, index);
  return index;
}

function namesOf(values: readonly Value[]): Map<string, Value[]> {
  const named = new Map<string, Value[]>();
  for (const value of values)
    for (const key of keysOf(value.mention.text)) {
      const held = named.get(key);
      if (held) held.push(value);
      else named.set(key, [value]);
    }
  return named;
}

/** The sample's value of what the response's is of, where both give one alone and they differ. */
function ofTheSame(value: Value, response: ValueText, sample: ValueText): Value | null {
  const { anchor } = value;
  if (anchor === null) return null;
  const [given, found] = [response, sample].map((text) =>
    text.ofFamily(value).filter((other) => other.anchor?.key === anchor.key),
  ) as [Value[], Value[]];
  const [rival] = found;
  if (rival === undefined || valueRelation(value, rival) !== 'different') return null;
  const isOne = (values: readonly Value[]) => values.every(({ id }) => id === values[0]?.id);
  return isOne(given) && isOne(found) && !rival.isOneOfSeveral ? rival : null;
}

const alikeApart = (one: Value, other: Value, apart: readonly ReadonlySet<string>[]): number =>
  likeness(one.slot(), other.slot(), apart);

const keysOf = remembering(
  (text): ReadonlySet<string> => new Set(text.split(/[^\p{L}\p{M}\p{N}.,]+/u).map(wordKey)),
);

/** Whether nothing but other names and numbers stands between two values. */
const areListed = ({ text }: ValueText, one: Value, other: Value): boolean =>
  one.sentence === other.sentence &&
  text
    .slice(Math.min(one.end, other.end), Math.max(one.start, other.start))
    .split(/[\s,;&]+/u)
    .every((word) => OF_LIST.test(word));
