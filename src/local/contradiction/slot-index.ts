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

/** Slots of the same common words, and of the same weight where it counts. */
interface Form {
  /** Its common words. */
  words: Slot['words'];
  total: number;
  /** Positions of the items. */
  places: readonly number[];
}

interface FormsOfWord {
  /** Positions of the forms that have the word, and its weight in each. */
  forms: readonly number[];
  weights: Float64Array;
}

interface SlotForms {
  /** By rare word: positions of the items. */
  rare: ReadonlyMap<string, readonly number[]>;
  forms: readonly Form[];
  /** By common word. */
  common: ReadonlyMap<string, FormsOfWord>;
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
  let index: SlotForms | undefined;
  return (slot, least, apart = []) => {
    if (items.length <= FEW || least <= 0) return items;
    index ??= formsOf(items.map(slotOf), ({ total }) => total);
    const { rare, forms, common, count } = index;
    const words = [...slot.words]
      .map(([key, weight]) => ({ key, weight, count: count(key) }))
      .sort((one, other) => one.count - other.count);
    const found = new Set([...slot.words.keys(), ...apart].flatMap((key) => rare.get(key) ?? []));
    const likely = words
      .slice(0, lookedUp(words, slot.total, least))
      .flatMap(({ key }) => common.get(key)?.forms ?? []);
    for (const position of new Set(likely)) {
      const form = forms[position] as Form;
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

/** @param totalOf what slots of one form have in common, besides their common words */
function formsOf(slots: readonly Slot[], totalOf: (slot: Slot) => number): SlotForms {
  const places = placesOfWords(slots);
  const count = (key: string) => places.get(key)?.length ?? 0;
  const rare = new Map([...places].filter(([, { length }]) => length <= FEW));
  const commonIn = ({ words }: Slot) => [...words.keys()].filter((key) => !rare.has(key)).sort();
  const groups = groupBy([...slots.keys()], (place) => {
    const slot = slots[place] as Slot;
    return commonIn(slot).reduce(
      (form, key) => `${form}\n${key}\n${slot.words.get(key)}`,
      `${totalOf(slot)}`,
    );
  });
  const forms = [...groups.values()].map((alike): Form => {
    const first = slots[alike[0] as number] as Slot;
    const words = new Map(commonIn(first).map((key) => [key, first.words.get(key) as number]));
    return { words, total: totalOf(first), places: alike };
  });
  const common = new Map(
    [...placesOfWords(forms)].map(([key, held]) => {
      const weights = Float64Array.from(held, (form) => forms[form]?.words.get(key) ?? 0);
      return [key, { forms: held, weights }];
    }),
  );
  return { rare, forms, common, count };
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

/** Slots that share the same weight of words with another, Σ_w min(a_w, b_w). */
export interface Sharing {
  shared: number;
  /** Their positions, ascending; one that shares more may be among them, too. */
  places: Iterable<number>;
}

/**
 * @returns the slots that share at least that weight with another, those that share most first. Summed up word by word: common
 *   words over the forms that have them, of which there are few where thousands of slots are alike
 */
export function indexShared(slots: readonly Slot[]): (slot: Slot, least: number) => Sharing[] {
  const { rare, forms, common } = formsOf(slots, () => 0);
  const sums = new Float64Array(forms.length);
  // kept from call to call: all zero in between
  const ofRare = new Float64Array(slots.length);
  const formOf = new Uint32Array(slots.length);
  for (const [form, { places }] of forms.entries()) for (const place of places) formOf[place] = form;
  return ({ words }, least) => {
    sums.fill(0);
    const places: number[] = [];
    for (const [key, weight] of words) {
      for (const place of rare.get(key) ?? []) {
        if (ofRare[place] === 0) places.push(place);
        ofRare[place] = (ofRare[place] as number) + Math.min(weight, slots[place]?.words.get(key) ?? 0);
      }
      const held = common.get(key);
      if (held !== undefined) addWeights(sums, held, weight);
    }
    const byShared = new Map<number, (readonly number[])[]>();
    for (const place of places) {
      const shared = (ofRare[place] as number) + (sums[formOf[place] as number] as number);
      ofRare[place] = 0;
      if (shared >= least) addTo(byShared, shared, [place]);
    }
    for (let form = 0; form < sums.length; form++) {
      const shared = sums[form] as number;
      if (shared >= least) addTo(byShared, shared, (forms[form] as Form).places);
    }
    return [...byShared]
      .sort(([one], [other]) => other - one)
      .map(([shared, rows]) => ({ shared, places: ascending(rows) }));
  };
}

function addWeights(sums: Float64Array, { forms, weights }: FormsOfWord, most: number): void {
  for (let index = 0; index < forms.length; index++) {
    const form = forms[index] as number;
    sums[form] = (sums[form] as number) + Math.min(most, weights[index] as number);
  }
}

/** What is in rows that ascend, merged; a row is read only as far as that. */
function* ascending(rows: readonly (readonly number[])[]): Generator<number> {
  const read = rows.map(() => 0);
  for (;;) {
    const next = rows.map((row, index) => row[read[index] as number] ?? Infinity);
    const least = Math.min(...next);
    if (least === Infinity) return;
    yield least;
    for (const [index, place] of next.entries()) if (place === least) (read[index] as number)++;
  }
}

/** By word: the positions of the slots in which it stands, ascending. */
function placesOfWords(slots: readonly Slot[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { words }] of slots.entries()) for (const key of words.keys()) addTo(places, key, place);
  return places;
}
