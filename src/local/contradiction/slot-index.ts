/**
 * Slots found by the words in them, so that nobody has to compare with all.
 *
 * Slots that share no more than words of weight s have a likeness of 2s / (A + s) at most, A the weight of all words of
 * the one that is looked for. So its commonest words need no look-up, as many as stay below the likeness that is asked for
 * (prefix filtering: Bayardo et al., WWW 2007).
 */
import type { Slot } from './slots.ts';

/** So many are sooner compared than looked up. */
export const FEW = 32;
/** More than sums in another order differ by. */
const ROUNDING = 1e-9;

/** @returns the items whose slot may have that likeness to another, and perhaps some that have not; in order */
export function indexSlots<Item>(
  items: readonly Item[],
  slotOf: (item: Item) => Slot,
): (slot: Slot, least: number) => readonly Item[] {
  let places: ReadonlyMap<string, readonly number[]> | undefined;
  return (slot, least) => {
    if (items.length <= FEW || least <= 0) return items;
    places ??= placesOfWords(items, slotOf);
    const words = [...slot.words].map(([key, weight]) => ({ weight, held: places?.get(key) ?? [] }));
    const rareFirst = words.sort((one, other) => one.held.length - other.held.length);
    const count = lookedUp(rareFirst, slot.total, least);
    const found = new Set(rareFirst.slice(0, count).flatMap(({ held }) => held));
    return [...found].sort((one, other) => one - other).map((place) => items[place] as Item);
  };
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
 * The share of the weight of a slot that each of `slots` has as well, Σ_w min(a_w, b_w) / Σ_w a_w in [0, 1], by its position;
 * what is returned holds until the next call. Summed up word by word over all slots that have it: of thousands alike, many share
 * all but a word.
 */
export function slotShares(slots: readonly Slot[]): (slot: Slot) => Float64Array {
  const shares = new Float64Array(slots.length);
  const places = placesOfWords(slots, (slot) => slot);
  const weights = new Map(
    [...places].map(([key, held]) => [
      key,
      Float64Array.from(held, (place) => slots[place]?.words.get(key) ?? 0),
    ]),
  );
  return ({ words, total }) => {
    shares.fill(0);
    for (const [key, weight] of words) {
      const [held, theirs] = [places.get(key), weights.get(key)];
      if (held === undefined || theirs === undefined) continue;
      for (let index = 0; index < held.length; index++) {
        const place = held[index] as number;
        shares[place] = (shares[place] as number) + Math.min(weight, theirs[index] as number);
      }
    }
    for (let place = 0; place < shares.length; place++)
      shares[place] = (shares[place] as number) / (total || 1);
    return shares;
  };
}

/** By word: the positions of the items in whose slots it stands, ascending. */
function placesOfWords<Item>(items: readonly Item[], slotOf: (item: Item) => Slot): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, item] of items.entries()) {
    for (const key of slotOf(item).words.keys()) {
      const held = places.get(key);
      if (held === undefined) places.set(key, [place]);
      else held.push(place);
    }
  }
  return places;
}
