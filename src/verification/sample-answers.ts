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

import type { IdentityIndex } from '../graph/identity.ts';
import type { Draw, Segmentation, Task, Triple } from '../passage.ts';
import { remembering } from '../remember.ts';
import { contentWords } from '../text/content-words.ts';
import { coarseType } from './distractors.ts';

/** From here on a triple fits, an answer counts as a match, and two relation phrases as the same. */
const SAME = 0.5;
/** What an answer to HEQA is worth where the sample ties the tail to the head by another relation. */
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

/** The answers of samples under one identity; phrases are read once. */
export function sampleAnswers(identity: IdentityIndex): SampleAnswers {
  const compare = phraseComparison(identity);
  const candidates: Record<Task, (asked: Triple, stated: Triple) => Candidate | null> = {
    head: (asked, stated) => {
      const related = compare.relations(asked, stated) >= SAME ? 1 : OTHER_RELATION;
      const fit = related * compare.tails(asked, stated);
      const same = identity.sameEntity(asked.head, stated.head);
      return fit < SAME ? null : { answer: stated.head, fit, agreement: same ? fit : 0, same };
    },
    relation: (asked, stated) => {
      const shown = compare.tails(asked, stated);
      const fit = shown * compare.relations(asked, stated);
      const same = identity.sameRelation(asked.relation, stated.relation);
      return shown >= SAME ? { answer: stated.relation, fit, agreement: fit, same } : null;
    },
    tail: (asked, stated) => {
      if (compare.relations(asked, stated) < SAME) return null;
      const fit = compare.tails(asked, stated);
      const isOption = fit >= SAME || compare.sameType(asked.tail, stated.tail);
      const same = identity.sameEntity(asked.tail, stated.tail);
      return isOption ? { answer: stated.tail, fit, agreement: fit, same } : null;
    },
  };
  const likely = {
    tail: triplesLike('tail', identity.entityOf, compare.wordsOf),
    relation: triplesLike('relation', identity.relationOf, compare.wordsOf),
  };
  return (task, triple, sample) => {
    // the part that a triple must share, by a word or wholly, to fit at all
    const shown = task === 'tail' ? 'relation' : 'tail';
    const fitting = likely[shown](sample, triple[shown]).filter(
      (stated) => task === 'head' || identity.sameEntity(triple.head, stated.head),
    );
    const found = fitting.map((stated) => candidates[task](triple, stated)).filter((one) => one !== null);
    const best = bestOf(found);
    if (best === null) return task === 'tail' ? null : UNKNOWN;
    const match = best.agreement >= SAME;
    const matchedBy = match ? (best.same ? 'identity' : 'words') : null;
    return { answer: best.answer, match, matchedBy, agreement: best.agreement };
  };
}

/** The triples of a sample that have a part in common with a phrase, of one group or with one of its words; in order. */
function triplesLike(
  part: 'relation' | 'tail',
  groupOf: (phrase: string) => string | undefined,
  wordsOf: (phrase: string) => ReadonlySet<string>,
) {
  // a phrase that belongs to no group is the same as itself alone
  const keysOf = (phrase: string) => [`group ${groupOf(phrase) ?? ` ${phrase}`}`, ...wordsOf(phrase)];
  const read = once(({ triples }: Segmentation) => {
    const places = new Map<string, number[]>();
    for (const [place, triple] of triples.entries()) {
      for (const key of keysOf(triple[part])) {
        const known = places.get(key);
        if (known === undefined) places.set(key, [place]);
        else known.push(place);
      }
    }
    return remembering((phrase): Triple[] => {
      const found = new Set(keysOf(phrase).flatMap((key) => places.get(key) ?? []));
      return [...found].sort((one, other) => one - other).map((place) => triples[place] as Triple);
    });
  });
  return (sample: Segmentation, phrase: string): Triple[] => read(sample)(phrase);
}

/** The best fit; among equals the one that agrees most, then the first. */
function bestOf(candidates: readonly Candidate[]): Candidate | null {
  return candidates.reduce<Candidate | null>((best, next) => {
    const isBetter =
      best === null || next.fit > best.fit || (next.fit === best.fit && next.agreement > best.agreement);
    return isBetter ? next : best;
  }, null);
}

/** a, ρ and the coarse type, with what they need of a phrase or a question kept. */
function phraseComparison({ sameEntity, sameRelation }: IdentityIndex) {
  const wordsOf = remembering((phrase) => new Set(contentWords(phrase).map(({ key }) => key)));
  const typeOf = remembering(coarseType);
  const askedOf = once(({ head, relation, tail }: Triple) => {
    const [own, words] = [wordsOf(head), wordsOf(tail)];
    return {
      tail: without(words, own),
      numbers: [...words].filter((key) => /^\p{N}/u.test(key)),
      relation: without(wordsOf(relation), own),
    };
  });
  const held = (words: readonly string[], present: ReadonlySet<string>): number =>
    words.reduce((count, key) => (present.has(key) ? count + 1 : count), 0);
  return {
    wordsOf,
    tails(asked: Triple, stated: Triple): number {
      if (sameEntity(asked.tail, stated.tail)) return 1;
      const { tail: words, numbers } = askedOf(asked);
      const present = wordsOf(stated.tail);
      if (words.length === 0 || !numbers.every((key) => present.has(key))) return 0;
      return held(words, present) / words.length;
    },
    relations(asked: Triple, stated: Triple): number {
      if (sameRelation(asked.relation, stated.relation)) return 1;
      const { relation: words } = askedOf(asked);
      const present = wordsOf(stated.relation);
      const fewer = Math.min(words.length, present.size);
      return fewer === 0 ? 0 : Math.min(1, held(words, present) / fewer);
    },
    sameType: (left: string, right: string): boolean => typeOf(left) === typeOf(right),
  };
}

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
