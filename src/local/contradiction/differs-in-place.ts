/**
 * A value that both texts hold, but in other places: "directed by Ann Berg and written by Vera Hall", where the response has
 * it the other way round.
 *
 * Another value of the sample contradicts it where the two slots are one but for the two values, if neither text has both of
 * them there: the sample the response's value, the response the sample's. So does one that is of the same ("25 May 2016" and
 * "25 May 2018", "500 g of rice" and "300 g of rice"), whatever stands around, if both texts give one value of that alone.
 */
import { groupBy } from '../../common/group-by.ts';
import { once, memoize } from '../../common/memoize.ts';
import { wordKey } from '../../english/content-words.ts';
import { FEW, indexSlots } from './slot-index.ts';
import { likeness, ONE_SLOT, slotOfWords } from './slots.ts';
import { type Value, type ValueText, valueRelation } from './stated-values.ts';

/** What may stand between two values of one list, which stand there in any order. */
const OF_LIST = /^(?:[\p{Lu}\d]|(?:and|or|the)?$)/u;

/** @returns the sample's value in its place, the first among equals, and the likeness of the slots; null where there is none */
export function differsInPlace(
  value: Value,
  response: ValueText,
  sample: ValueText,
): { value: Value; likeness: number } | null {
  if (value.mention.kind === 'order' || value.isOneOfSeveral) return null;
  const rival = ofTheSame(value, response, sample);
  if (rival !== null) return { value: rival, likeness: 1 };
  const own = sample.same(value);
  const inSlot = indexed(own).inSlot(value.slot(), ONE_SLOT);
  if (inSlot.some((one) => alike(value, one, []) >= ONE_SLOT)) return null;
  let best: { value: Value; likeness: number } | null = null;
  for (const other of inItsPlace(value, sample.ofFamily(value))) {
    if (best !== null && best.likeness >= 1) break;
    if (other.isOneOfSeveral || other.isParenthetical !== value.isParenthetical) continue;
    if (valueRelation(other, value) !== 'different') continue;
    const apart = wordsOfBoth(value, other);
    const most = alike(value, other, apart);
    if (most < ONE_SLOT || most <= (best?.likeness ?? 0)) continue;
    const given = response.same(other);
    if (own.some((one) => areListed(sample, one, other) || alike(value, one, apart) >= most)) continue;
    if (given.some((one) => areListed(response, one, value) || alike(one, other, apart) >= most)) continue;
    best = { value: other, likeness: most };
  }
  return best;
}

/**
 * Those of the values, in order, that may stand in the slot of another but for the words of both: they have words of it, or
 * are named by one.
 */
function inItsPlace(value: Value, values: readonly Value[]): readonly Value[] {
  if (values.length <= FEW) return values;
  const own = keysOf(value.mention.text);
  const words = new Map([...value.slot().words].filter(([key]) => !own.includes(key)));
  const { inSlot, namedBy } = indexed(values);
  const found = inSlot(slotOfWords(words), ONE_SLOT);
  const named = [...words.keys()].flatMap((key) => namedBy().get(key) ?? []);
  if (named.length === 0) return found;
  const all = new Set([...found, ...named]);
  return values.filter((one) => all.has(one));
}

interface Indexed {
  inSlot: ReturnType<typeof indexSlots<Value>>;
  /** By the words of their names. */
  namedBy: () => ReadonlyMap<string, readonly Value[]>;
  /** By what they are of. */
  anchoredBy: () => ReadonlyMap<string | undefined, readonly Value[]>;
}

/** The values of a text are asked for again for each value of the response. */
const INDEXES = new WeakMap<readonly Value[], Indexed>();

function indexed(values: readonly Value[]): Indexed {
  const known = INDEXES.get(values);
  if (known) return known;
  const index: Indexed = {
    inSlot: indexSlots(values, (value) => value.slot()),
    namedBy: once(() => namesOf(values)),
    anchoredBy: once(() => groupBy(values, ({ anchor }) => anchor?.key)),
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
  const [given, found] = [response, sample].map(
    (text) => indexed(text.ofFamily(value)).anchoredBy().get(anchor.key) ?? [],
  ) as [readonly Value[], readonly Value[]];
  const [rival] = found;
  if (rival === undefined || valueRelation(value, rival) !== 'different') return null;
  const isOne = (values: readonly Value[]) => values.every(({ id }) => id === values[0]?.id);
  return isOne(given) && isOne(found) && !rival.isOneOfSeveral ? rival : null;
}

/** How alike the slots are, but for the words; 0 may stand for all that are no one slot. */
const alike = (one: Value, other: Value, apart: readonly string[]): number =>
  likeness(one.slot(), other.slot(), apart, ONE_SLOT);

const keysOf = memoize((text): readonly string[] => [
  ...new Set(text.split(/[^\p{L}\p{M}\p{N}.,]+/u).map(wordKey)),
]);

function wordsOfBoth({ mention }: Value, other: Value): readonly string[] {
  const own = keysOf(mention.text);
  const added = keysOf(other.mention.text).filter((word) => !own.includes(word));
  return added.length === 0 ? own : [...own, ...added];
}

/** Whether nothing but other names and numbers stands between two values. */
const areListed = ({ text }: ValueText, one: Value, other: Value): boolean =>
  one.sentence === other.sentence &&
  text
    .slice(Math.min(one.end, other.end), Math.max(one.start, other.start))
    .split(/[\s,;&]+/u)
    .every((word) => OF_LIST.test(word));
