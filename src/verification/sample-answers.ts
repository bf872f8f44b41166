/**
 * How a sample answers a reverse task (paper 3.4) with the triples it states.
 *
 *   a(t, t') = 1 for the same entity; 0 where t' lacks a number of t; else the share of t's content words in t'
 *   ρ(r, r') = 1 for the same relation type; else shared content words ÷ content words of the phrase with fewer
 *
 * For triple (h, r, t), over the sample's triples (h', r', t'), the answer is the hidden part of the best one:
 *   HEQA, (?, r, t)    best = max a(t, t') · (1 if ρ(r, r') ≥ ½, else ½), at least ½;
 *                      agrees by that where h' is h, else 0
 *   RR, (h, ?, t)      best = max a(t, t') · ρ(r, r') over h' = h, a(t, t') ≥ ½;     agrees by that
 *   FTSTE, (h, r, ?)   best = max a(t, t') over h' = h, ρ(r, r') ≥ ½;                agrees by that
 * A sample without a fitting triple answers "unknown" to HEQA and RR, which agrees with nothing, as a model asked
 * would. FTSTE is a choice among options: a sample that gives the relation no tail of the same coarse type, nor one
 * that agrees, does not choose. Words of the head do not count in the tail, unless it has no others.
 */

import { groupKey, type IdentityIndex } from '../graph/identity.ts';
import type { Draw, Segmentation, Task, Triple } from '../passage.ts';
import { groupBy } from '../common/group-by.ts';
import { memoize } from '../common/memoize.ts';
import { contentWords } from '../english/content-words.ts';
import { coarseType } from './distractors.ts';

/** Minimum for a triple to fit, an answer to match, and two relation phrases to be the same. */
const SAME = 0.5;
/** Score of an answer to HEQA where the sample links tail and head by another relation. */
const OTHER_RELATION = 0.5;
const UNKNOWN: Draw = { answer: 'unknown', match: false, matchedBy: null, agreement: 0 };

/** The draw of one sample for one task; null where the sample does not answer. */
export type SampleAnswers = (task: Task, triple: Triple, sample: Segmentation) => Draw | null;

interface Candidate {
  answer: string;
  /** How well the triple fits the question, in [0, 1]: the best is the answer. */
  fit: number;
  /** How far the answer agrees with the hidden part, in [0, 1]. */
  agreement: number;
  /** Whether the hidden part is the same entity or relation type. */
  same: boolean;
}

/** Cached words and groups of phrases and questions under one identity. */
interface Phrases {
  identity: IdentityIndex;
  /** Keys of its content words. */
  wordsOf: (phrase: string) => ReadonlySet<string>;
  typeOf: (phrase: string) => string;
  /** Triples by the coarse type of their tails, in order; the same list is asked about again and again. */
  byType: (triples: readonly Triple[]) => ReadonlyMap<string, readonly Triple[]>;
  askedOf: (asked: Triple) => AskedWords;
}

export function sampleAnswers(identity: IdentityIndex): SampleAnswers {
  const phrases = readPhrases(identity);
  const withTail = indexTriples('tail', phrases);
  const withHeadAndTail = indexTriples('tail', phrases, { ofHead: true });
  const withHeadAndRelation = indexTriples('relation', phrases, { ofHead: true });
  const bestAnswer = (task: Task, triple: Triple, sample: Segmentation): Candidate | null => {
    const ofTail = withHeadAndTail(sample);
    const perfect = perfectAmong(ofTail(triple, rarestOfTail), task, triple, phrases);
    if (perfect !== null) return perfect;
    // what a triple must have in common with the one asked about to fit at all
    switch (task) {
      case 'head':
        return bestOf(candidatesAmong(withTail(sample)(triple, mostOfTail), task, triple, phrases));
      case 'relation':
        return bestOf(candidatesAmong(ofTail(triple, mostOfTail), task, triple, phrases));
      case 'tail': {
        const ofRelation = withHeadAndRelation(sample)(triple, ({ relation }) => relation);
        return tailAmong(triple, ofTail(triple, someOfTail), ofRelation, phrases);
      }
    }
  };
  return (task, triple, sample) => {
    const best = bestAnswer(task, triple, sample);
    if (best === null) return task === 'tail' ? null : UNKNOWN;
    const match = best.agreement >= SAME;
    const matchedBy = match ? (best.same ? 'identity' : 'words') : null;
    return { answer: best.answer, match, matchedBy, agreement: best.agreement };
  };
}

// Module-level functions, which stay optimised over passages; closures per passage would be compiled again.

/**
 * The first that fits and agrees as well as can be, so that no other is better; null where none does.
 *
 * @param ofTail triples of the same head, with the rarest word of the tail or with its entity, which all such have
 */
function perfectAmong(
  ofTail: readonly Triple[],
  task: Task,
  triple: Triple,
  phrases: Phrases,
): Candidate | null {
  for (const one of ofTail) {
    const candidate = CANDIDATE[task](triple, one, phrases);
    if (candidate !== null && candidate.fit === 1 && candidate.agreement === 1) return candidate;
  }
  return null;
}

/** In order; where none is perfect, the first that fits as well as can be is the best, and those behind it are left out. */
function candidatesAmong(
  triples: readonly Triple[],
  task: Task,
  triple: Triple,
  phrases: Phrases,
): Candidate[] {
  const found: Candidate[] = [];
  for (const one of triples) {
    const candidate = CANDIDATE[task](triple, one, phrases);
    if (candidate === null) continue;
    found.push(candidate);
    if (candidate.fit === 1) break;
  }
  return found;
}

/**
 * Of the tails that agree by a word the best; without any, the first that is an option.
 *
 * @param ofTail triples with a word of the tail
 * @param ofRelation those with a word of the relation, which may be nearly all
 */
function tailAmong(
  triple: Triple,
  ofTail: readonly Triple[],
  ofRelation: readonly Triple[],
  phrases: Phrases,
): Candidate | null {
  const best = bestOf(candidatesAmong(ofTail, 'tail', triple, phrases));
  if (best !== null && best.fit > 0) return best;
  const options =
    ofRelation.length <= FEW ? ofRelation : phrases.byType(ofRelation).get(phrases.typeOf(triple.tail));
  for (const one of options ?? []) {
    const option = CANDIDATE.tail(triple, one, phrases);
    if (option !== null) return option;
  }
  return best;
}

const CANDIDATE: Record<Task, (asked: Triple, stated: Triple, phrases: Phrases) => Candidate | null> = {
  head: (asked, stated, phrases) => {
    const related = relationsAlike(asked, stated, phrases) >= SAME ? 1 : OTHER_RELATION;
    const fit = related * tailsAlike(asked, stated, phrases);
    const same = phrases.identity.sameEntity(asked.head, stated.head);
    return fit < SAME ? null : { answer: stated.head, fit, agreement: same ? fit : 0, same };
  },
  relation: (asked, stated, phrases) => {
    const shown = tailsAlike(asked, stated, phrases);
    const fit = shown * relationsAlike(asked, stated, phrases);
    const same = phrases.identity.sameRelation(asked.relation, stated.relation);
    return shown >= SAME ? { answer: stated.relation, fit, agreement: fit, same } : null;
  },
  tail: (asked, stated, phrases) => {
    if (relationsAlike(asked, stated, phrases) < SAME) return null;
    const fit = tailsAlike(asked, stated, phrases);
    const isOption = fit >= SAME || phrases.typeOf(asked.tail) === phrases.typeOf(stated.tail);
    const same = phrases.identity.sameEntity(asked.tail, stated.tail);
    return isOption ? { answer: stated.tail, fit, agreement: fit, same } : null;
  },
};

/** Of words that a triple must have some of, those to look for; `rarity` sorts the rarest first. */
type Wanted = (asked: AskedWords, rarity: (one: string, other: string) => number) => readonly string[];

/** A tail without a number of the one asked about is nothing like it. */
const someOfTail: Wanted = ({ tail, numbers }, rarity) =>
  numbers.length > 0 ? [...numbers].sort(rarity).slice(0, 1) : tail;

/** Whoever has at least half of the words has one of any that are more than the other half. */
const mostOfTail: Wanted = (asked, rarity) => {
  const words = someOfTail(asked, rarity);
  return [...words].sort(rarity).slice(0, words.length - Math.ceil(SAME * words.length) + 1);
};

/** All that are like the tail have this word, or are of its group. */
const rarestOfTail: Wanted = (asked, rarity) => [...someOfTail(asked, rarity)].sort(rarity).slice(0, 1);

/** Lists up to this length are sooner made than looked up. */
const FEW = 32;

/**
 * The triples of a sample that have a part in common with another triple, of one group or with one of the wanted words,
 * and its head, where that is asked for; in order.
 */
function indexTriples(part: 'relation' | 'tail', phrases: Phrases, { ofHead = false } = {}) {
  const { identity, wordsOf, askedOf } = phrases;
  const partOf = part === 'tail' ? identity.entityOf : identity.relationOf;
  const headOf = ({ head }: Triple) => (ofHead ? `${groupKey(head, identity.entityOf)}\n` : '');
  const keysIn = (triple: Triple, head: string, words: Iterable<string>): string[] =>
    Array.from([groupKey(triple[part], partOf), ...words], (key) => head + key);
  return once(({ triples }: Segmentation) => {
    const places = placesByKey(triples, (triple) => keysIn(triple, headOf(triple), wordsOf(triple[part])));
    const count = (key: string) => places.get(key)?.length ?? 0;
    const find = (keys: readonly string[]) => {
      const found = new Set(keys.flatMap((key) => places.get(key) ?? []));
      return [...found].sort((one, other) => one - other).map((place) => triples[place] as Triple);
    };
    const findMany = memoize((keys) => find(JSON.parse(keys)));
    return (asked: Triple, wanted: Wanted): readonly Triple[] => {
      const head = headOf(asked);
      const words = wanted(askedOf(asked), (one, other) => count(head + one) - count(head + other));
      const keys = keysIn(asked, head, words);
      const isFew = keys.reduce((sum, key) => sum + count(key), 0) <= FEW;
      return isFew ? find(keys) : findMany(JSON.stringify(keys));
    };
  });
}

function placesByKey(triples: readonly Triple[], keysIn: (triple: Triple) => string[]) {
  const places = new Map<string, number[]>();
  for (const [place, triple] of triples.entries()) {
    for (const key of keysIn(triple)) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [place]);
      else known.push(place);
    }
  }
  return places;
}

/** The best fit; among equals the one that agrees most, then the first. */
function bestOf(candidates: readonly Candidate[]): Candidate | null {
  return candidates.reduce<Candidate | null>((best, next) => {
    const isBetter =
      best === null || next.fit > best.fit || (next.fit === best.fit && next.agreement > best.agreement);
    return isBetter ? next : best;
  }, null);
}

/** The words of a question to search for. */
interface AskedWords {
  tail: readonly string[];
  /** Those of the tail, of its head too. */
  numbers: readonly string[];
  relation: readonly string[];
}

function readPhrases(identity: IdentityIndex): Phrases {
  const wordsOf = memoize((phrase) => new Set(contentWords(phrase).map(({ key }) => key)));
  const askedOf = once(({ head, relation, tail }: Triple): AskedWords => {
    const [own, words] = [wordsOf(head), wordsOf(tail)];
    return {
      tail: without(words, own),
      numbers: [...words].filter((key) => /^\p{N}/u.test(key)),
      relation: without(wordsOf(relation), own),
    };
  });
  const typeOf = memoize(coarseType);
  const byType = once((triples: readonly Triple[]) => groupBy(triples, ({ tail }) => typeOf(tail)));
  return { identity, wordsOf, typeOf, byType, askedOf };
}

/** a(t, t') */
function tailsAlike(asked: Triple, stated: Triple, { identity, askedOf, wordsOf }: Phrases): number {
  if (identity.sameEntity(asked.tail, stated.tail)) return 1;
  const { tail: words, numbers } = askedOf(asked);
  const present = wordsOf(stated.tail);
  if (words.length === 0 || !numbers.every((key) => present.has(key))) return 0;
  return held(words, present) / words.length;
}

/** ρ(r, r') */
function relationsAlike(asked: Triple, stated: Triple, { identity, askedOf, wordsOf }: Phrases): number {
  if (identity.sameRelation(asked.relation, stated.relation)) return 1;
  const { relation: words } = askedOf(asked);
  const present = wordsOf(stated.relation);
  const fewer = Math.min(words.length, present.size);
  return fewer === 0 ? 0 : Math.min(1, held(words, present) / fewer);
}

const held = (words: readonly string[], present: ReadonlySet<string>): number =>
  words.reduce((count, key) => (present.has(key) ? count + 1 : count), 0);

/** The words that are not those of the head, or all where there are no others. */
function without(words: ReadonlySet<string>, head: ReadonlySet<string>): string[] {
  const own = [...words].filter((key) => !head.has(key));
  return own.length > 0 ? own : [...words];
}

function once<Item, Value>(compute: (item: Item) => Value): (item: Item) => Value {
  const known = new Map<Item, Value>();
  return (item) => {
    const value = known.get(item) ?? compute(item);
    known.set(item, value);
    return value;
  };
}
