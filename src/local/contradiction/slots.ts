/**
 * Slots: whether two values stand in the same place of what their sentences say.
 *
 * The slot of a value is the words around it, each with its weight and less the farther it stands; of the small words
 * only the nearest count ("born in", "served as"), and a unit behind its number for what it measures. Of a sentence
 * of hundreds of words, which is a list or lacks its full stops, only the words near the value count, so that a value costs no
 * more than one of another sentence. How alike two slots are, in [0, 1]:
 *
 *   likeness = 2 Σ_w min(a_w, b_w) / (Σ_w a_w + Σ_w b_w)
 */

import type { Token } from '../../english/sentence-words.ts';
import type { Mention } from '../../english/values/mentions.ts';

export interface Slot {
  /** By word: a_w, > 0. */
  words: ReadonlyMap<string, number>;
  /** Σ_w a_w */
  total: number;
}

export function slotOfWords(words: ReadonlyMap<string, number>): Slot {
  let total = 0;
  for (const weight of words.values()) total += weight;
  return { words, total };
}

const HALF_DISTANCE = 4;
const SMALL_REACH = 2;
/** Words of a sentence up to which all of them count; else so many on each side. */
const LONG = 250;
const REACH = 30;

/** @param isTopic whether a word is the passage's topic: it stands around every value, and weighs little */
export function slotOf(
  tokens: readonly Token[],
  { from, to, measure }: Mention,
  isTopic: (key: string) => boolean,
): Slot {
  const slot = new Map<string, number>();
  const reach = tokens.length > LONG ? REACH : tokens.length;
  const end = Math.min(tokens.length, to + reach);
  for (let i = Math.max(0, from - reach); i < end; i++) {
    if (i >= from && i < to) continue;
    const token = tokens[i] as Token;
    const distance = i < from ? from - i : i - to + 1;
    if (token.small && distance > SMALL_REACH) continue;
    const side = token.small ? (i < from ? '<' : '>') : '';
    const own = isTopic(token.key) ? 0.5 : token.weight;
    const weight = (own * HALF_DISTANCE) / (HALF_DISTANCE + distance - 1);
    const isUnit = measure !== null && i >= to && i < to + measure.tokens;
    const key = isUnit ? `unit of ${measure.of}` : side + token.key;
    slot.set(key, Math.max(slot.get(key) ?? 0, weight));
  }
  return slotOfWords(slot);
}

/** From here on two slots are one, but for the values. */
export const ONE_SLOT = 0.9;

/** More than sums in another order differ by. */
export const ROUNDING = 1e-9;

/**
 * @param apart different words, which are left out of both
 * @param least slots that are less alike may be told to share nothing
 */
export function likeness(one: Slot, other: Slot, apart: readonly string[] = [], least = 0): number {
  const [own, its] = [weightWithout(one, apart), weightWithout(other, apart)];
  if (2 * Math.min(own, its) < (least - ROUNDING) * (own + its)) return 0;
  let shared = 0;
  let total = 0;
  for (const [word, weight] of one.words) {
    if (apart.includes(word)) continue;
    const there = other.words.get(word);
    if (there !== undefined) shared += Math.min(weight, there);
    total += weight;
  }
  for (const [word, weight] of other.words) if (!apart.includes(word)) total += weight;
  return total === 0 ? 0 : (2 * shared) / total;
}

function weightWithout({ words, total }: Slot, apart: readonly string[]): number {
  let weight = total;
  for (const word of apart) weight -= words.get(word) ?? 0;
  return weight;
}
