/**
 * Finds slots by their words, to avoid comparing every pair.
 *
 * Slots that share no more than words of weight s have a likeness of 2s / (A + B) at most, A and B the weights of all words
 * of the two, and B at least s. So of the one that is looked for the commonest words need no look-up, as many as stay below the
 * likeness that is asked for (prefix filtering: Bayardo et al., WWW 2007). Of a thousand slots that hold the same common words
 * ("Ann 1 was born in", "Ann 2 was born in") those without a rare word that is asked for are judged together.
 */
import { addTo, groupBy } from '../../common/group-by.ts';
import { ROUNDING, type Slot } from './slots.ts';

/** So many are sooner compared than looked up; words that more slots hold are common. */
export const FEW = 32;

/** Slots of the same common words and of the same weight. */
interface Form {
  /** Its common words. */
  words: Slot['words'];
  total: number;
  /** Positions of the items. */
  places: readonly number[];
}

interface SlotForms {
  /** By rare word: positions of the items. */
  rare: ReadonlyMap<string, readonly number[]>;
  /** By common word. */
  common: ReadonlyMap<string, readonly Form[]>;
  /** Items that hold a word. */
  count(key: string): number;
}

/**
 * @returns the items whose slot may have that likeness to another, and perhaps some that have not; in order. `apart`: words
 *   that need not be counted in the slots of the items
 */
export function indexSlots<Item>(
  items: readonly Item[],
  slotOf: (item: Item) => Slot,
): (slot: Slot, least: number, apart?: readonly string[]) => readonly Item[] {
  let forms: SlotForms | undefined;
  return (slot, least, apart = []) => {
    if (items.length <= FEW || least <= 0) return items;
    forms ??= formsOf(items.map(slotOf));
    const { rare, common, count } = forms;
    const words = [...slot.words]
      .map(([key, weight]) => ({ key, weight, count: count(key) }))
      .sort((one, other) => one.count - other.count);
    const found = new Set([...slot.words.keys(), ...apart].flatMap((key) => rare.get(key) ?? []));
    const likely = words
      .slice(0, lookedUp(words, slot.total, least))
      .flatMap(({ key }) => common.get(key) ?? []);
    for (const form of new Set(likely)) {
      const total = apart.reduce((sum, key) => sum - (form.words.get(key) ?? 0), form.total);
      if (mostLikeness(slot, { words: form.words, total }) < least - ROUNDING) continue;
      for (const place of form.places) found.add(place);
    }
    return [...found].sort((one, other) => one - other).map((place) => items[place] as Item);
  };
}

/** Of a slot of these words and this weight, which overlaps no other words. */
function mostLikeness({ words, total }: Slot, other: Slot): number {
  let shared = 0;
  for (const [key, weight] of words) shared += Math.min(weight, other.words.get(key) ?? 0);
  return (2 * shared) / (total + Math.max(shared, other.total));
}

function formsOf(slots: readonly Slot[]): SlotForms {
  const places = placesOfWords(slots);
  const count = (key: string) => places.get(key)?.length ?? 0;
  const rare = new Map([...places].filter(([, { length }]) => length <= FEW));
  const commonIn = ({ words }: Slot) => [...words.keys()].filter((key) => !rare.has(key)).sort();
  const groups = groupBy([...slots.keys()], (place) => {
    const slot = slots[place] as Slot;
    return commonIn(slot).reduce((form, key) => `${form}\n${key}\n${slot.words.get(key)}`, `${slot.total}`);
  });
  const common = new Map<string, Form[]>();
  for (const alike of groups.values()) {
    const first = slots[alike[0] as number] as Slot;
    const words = new Map(commonIn(first).map((key) => [key, first.words.get(key) as number]));
    const form = { words, total: first.total, places: alike };
    for (const key of words.keys()) addTo(common, key, form);
  }
  return { rare, common, count };
}

/** How many of the words must be looked up. */
function lookedUp(rareFirst: readonly { weight: number }[], total: number, least: number): number {
  let count = rareFirst.length;
  let shared = rareFirst[count - 1]?.weight ?? 0;
  while (count > 0 && (2 * shared) / (total + shared) < least - ROUNDING) {
    count -= 1;
    shared += rareFirst[count - 1]?.weight ?? 0;
  }
  return count;
}

/**
 * The weight of a slot that each of `slots` has as well, Σ_w min(a_w, b_w), by its position;
 * what is returned holds until the next call. Summed up word by word over all slots that have it: of thousands alike, many share
 * all but a word.
 */
export function slotOverlaps(slots: readonly Slot[]): (slot: Slot) => Float64Array {
  const overlaps = new Float64Array(slots.length);
  const places = placesOfWords(slots);
  const weights = new Map(
    [...places].map(([key, held]) => [
      key,
      Float64Array.from(held, (place) => slots[place]?.words.get(key) ?? 0),
    ]),
  );
  return ({ words }) => {
    overlaps.fill(0);
    for (const [key, weight] of words) {
      const [held, theirs] = [places.get(key), weights.get(key)];
      if (held === undefined || theirs === undefined) continue;
      for (let index = 0; index < held.length; index++) {
        const place = held[index] as number;
        overlaps[place] = (overlaps[place] as number) + Math.min(weight, theirs[index] as number);
      }
    }
    return overlaps;
  };
}

/** By word: the positions of the slots in which it stands, ascending. */
function placesOfWords(slots: readonly Slot[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { words }] of slots.entries()) for (const key of words.keys()) addTo(places, key, place);
  return places;
}
