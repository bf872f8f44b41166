/**
 * A value that both texts hold, but in other places: "directed by Ann Berg and written by Vera Hall", where the response has
 * it the other way round.
 *
 * Another value of the sample contradicts it where the two slots are one but for the two values, provided neither text
 * states the other's value in that slot. So does one that is of the same ("25 May 2016" and
 * "25 May 2018", "500 g of rice" and "300 g of rice"), whatever stands around, if both texts give one value of that alone.
 */
import { addTo, groupBy } from '../../common/group-by.ts';
import { once, memoize, memoizeWeak } from '../../common/memoize.ts';
import { wordKey } from '../../english/content-words.ts';
import { isOfList } from '../../english/values/value-setting.ts';
import { FEW, indexSlots } from './slot-index.ts';
import { likeness, ONE_SLOT, type Slot, slotOfWords } from './slots.ts';
import { inOrder, type Value } from './stated-value.ts';
import { type ValueText, valueRelation } from './stated-values.ts';

/** @returns the sample's value in its place, the first among equals, and the likeness of the slots; null where there is none */
export function differsInPlace(
  value: Value,
  response: ValueText,
  sample: ValueText,
): { value: Value; likeness: number } | null {
  if (value.isOneOfSeveral) return null;
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
  const slot = slotWithout(value.slot(), own);
  const { inPlace, namedBy } = indexed(values);
  const found = inPlace(slot, ONE_SLOT, own);
  const names = new Set([...slot.words.keys()].flatMap((key) => namedBy().get(key) ?? []));
  if (names.size === 0) return found;
  const named = [...names].flatMap(({ keys, find }) => find(slotWithout(slot, keys), ONE_SLOT, own));
  return [...new Set([...found, ...named])].sort(inOrder);
}

/** The values of one name. */
interface Named {
  keys: readonly string[];
  find: ReturnType<typeof indexSlots<Value>>;
}

interface Indexed {
  inSlot: ReturnType<typeof indexSlots<Value>>;
  /** By their slots without their own words. */
  inPlace: ReturnType<typeof indexSlots<Value>>;
  /** By the words of their names. */
  namedBy: () => ReadonlyMap<string, readonly Named[]>;
  /** By what they are of. */
  anchoredBy: () => ReadonlyMap<string | undefined, readonly Value[]>;
}

/** The values of a text are asked for again for each value of the response. */
const indexed = memoizeWeak(
  (values: readonly Value[]): Indexed => ({
    inSlot: indexSlots(values, (value) => value.slot()),
    inPlace: indexSlots(values, slotAround),
    namedBy: once(() => namesOf(values)),
    anchoredBy: once(() => groupBy(values, ({ anchor }) => anchor?.key)),
  }),
);

/** The words around a value, without those of its own. */
const slotAround = (value: Value): Slot => slotWithout(value.slot(), keysOf(value.mention.text));

function slotWithout(slot: Slot, keys: readonly string[]): Slot {
  if (!keys.some((key) => slot.words.has(key))) return slot;
  return slotOfWords(new Map([...slot.words].filter(([key]) => !keys.includes(key))));
}

function namesOf(values: readonly Value[]): Map<string, Named[]> {
  const named = new Map<string, Named[]>();
  for (const alike of groupBy(values, ({ mention }) => keysOf(mention.text).join(' ')).values()) {
    const keys = keysOf((alike[0] as Value).mention.text);
    const name = { keys, find: indexSlots(alike, slotAround) };
    for (const key of keys) addTo(named, key, name);
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

/** Whether both stand in one list, in any order. */
const areListed = ({ text }: ValueText, one: Value, other: Value): boolean =>
  one.sentence === other.sentence &&
  isOfList(text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)));
