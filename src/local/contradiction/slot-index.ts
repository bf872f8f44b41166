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

/** A slot by its position among others, and the share of the weight of another slot that it has as well, in [0, 1]. */
export interface SlotShare {
  place: number;
  /** Σ_w min(a_w, b_w) / Σ_w a_w */
  share: number;
}

/**
 * Those that have at least `least` > 0 of the weight of a slot, ascending. As above, its commonest words need no look-up:
 * as many as weigh less than that together.
 */
export function slotShares(slots: readonly Slot[], least: number): (slot: Slot) => SlotShare[] {
  const places = placesOfWords(slots, (slot) => slot);
  return ({ words, total }) => {
    const held = [...words].map(([key, weight]) => ({ weight, held: places.get(key) ?? [] }));
    const commonFirst = held.sort((one, other) => other.held.length - one.held.length);
    let skipped = 0;
    let weight = commonFirst[0]?.weight ?? 0;
    while (skipped < commonFirst.length && weight < least * total - ROUNDING) {
      skipped += 1;
      weight += commonFirst[skipped]?.weight ?? 0;
    }
    const found = new Set(commonFirst.slice(skipped).flatMap((word) => word.held));
    return [...found]
      .sort((one, other) => one - other)
      .map((place) => ({ place, share: shareOf(words, slots[place] as Slot) / total }))
      .filter(({ share }) => share >= least);
  };
}

function shareOf(words: Slot['words'], other: Slot): number {
  let shared = 0;
  for (const [key, weight] of words) {
    const there = other.words.get(key);
    if (there !== undefined) shared += Math.min(weight, there);
  }
  return shared;
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
