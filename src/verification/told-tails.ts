/**
 * Which questions of FTSTE tell each other's tails, so that no request may hold both:
 *
 * - the words of one hold the tail of the other
 * - they ask the same: equal words, so that each has an option that is right for the other
 * - they share an option: what stands in two lists, or in all but one, points to the tails
 * - both ask for a time or number of the same event of one thing ("chaired it from", "chaired it until"; "died in",
 *   "taught until his death in"): the one is equal to the other, or bounds it
 */
import { normaliseEntity, normalisePhrase } from '../english/normalise.ts';
import { stem } from '../english/lexicon/stem.ts';
import { withoutStopWords } from '../english/lexicon/stop-words.ts';
import { isLight, verbsOfNoun } from '../english/lexicon/verbs.ts';
import { valueForm } from '../english/values/value-form.ts';
import type { Triple } from '../passage.ts';
import { coarseType } from './distractors.ts';
import { holdsPhrase } from './leaks.ts';

export interface TailChoice {
  triples: readonly Triple[];
  /** Head and relation. */
  stem: string;
  /** To choose from: the tail and those beside it. */
  tails: readonly string[];
}

export function tellTails(one: TailChoice, other: TailChoice): boolean {
  return (
    namesTail(one, other) ||
    namesTail(other, one) ||
    normalisePhrase(one.stem) === normalisePhrase(other.stem) ||
    shares(one.tails.map(valueForm), other.tails.map(valueForm)) ||
    boundEachOther(one, other)
  );
}

const namesTail = (from: TailChoice, { triples }: TailChoice): boolean =>
  triples.some(({ tail }) => holdsPhrase(from.stem, tail));

const shares = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

const boundEachOther = (one: TailChoice, other: TailChoice): boolean =>
  one.triples.some((a) =>
    other.triples.some(
      (b) =>
        isMeasured(a) &&
        isMeasured(b) &&
        normaliseEntity(a.head) === normaliseEntity(b.head) &&
        shares(eventWords(a), eventWords(b)),
    ),
  );

const isMeasured = ({ tail }: Triple): boolean => ['year', 'date', 'number'].includes(coarseType(tail));

/** The stems of what a relation tells of, nouns of events as their verbs: `died`, `death` are one. */
const eventWords = ({ relation }: Triple): string[] =>
  withoutStopWords(normalisePhrase(relation).split(' ')).flatMap((word) =>
    isLight(word) ? [] : [word, ...verbsOfNoun(word)].map(stem),
  );
