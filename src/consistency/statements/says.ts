/**
 * What a sample says of a value of the response: it repeats it, gives another of its kind in the same slot, says
 * nothing of it, or speaks of it in a way that cannot be compared.
 *
 * Another value counts as given instead when the slots are alike enough and nothing else explains it: the sample does
 * not hold the response's value, and the response does not hold the sample's. The more samples hold a value that the
 * response lacks while none holds the response's, the less alike the slots need to be.
 */
import type { Saying } from '../../passage.ts';
import { isNounKind, nounRelation } from './noun-trees.ts';
import { likeness } from './slots.ts';
import { type Value, type ValueText, valueRelation } from './stated-values.ts';

/** Least likeness of two slots where one sample alone gives the other value; names and nouns are many, and vary. */
const LEAST_ALONE = { value: 0.4, name: 0.5, noun: 0.5 };
/** Where k samples hold the other value and none the response's: of values this ÷ k, of names as it stands. */
const LEAST_TOGETHER = { value: 0.2, name: 0.3, noun: 0.3 };
/** Where one of the two is picked out of several, of which others may be as true. */
const LEAST_OF_SEVERAL = { alone: 0.8, together: 0.5 };
/** Where the response denies a word in one place and affirms it in another. */
const LEAST_OF_DENIED = 0.6;
/** k counts no further. */
const MOST_HOLDERS = 4;

export interface Said {
  says: Saying;
  /** Likeness of the slots, in [0, 1]. */
  likeness: number;
  /** The sample's value. */
  value: Value | null;
}

/** One for each sample, in order. */
export function saidOfValue(value: Value, response: ValueText, samples: readonly ValueText[]): Said[] {
  const isHeld = samples.some((sample) => nearest(value, sample) !== null);
  const holdersOf = numberOfHolders(samples);
  const leastOf = (other: Value): number => {
    const { kind } = value.mention;
    if (kind === 'order') return 0;
    if (kind === 'negation' && isStated(response, other)) return LEAST_OF_DENIED;
    const form = isNounKind(kind) ? 'noun' : kind === 'name' ? 'name' : 'value';
    const holders = isHeld ? 1 : holdersOf(other);
    if (value.isOneOfSeveral || other.isOneOfSeveral)
      return LEAST_OF_SEVERAL[holders < 2 ? 'alone' : 'together'];
    if (holders < 2) return LEAST_ALONE[form];
    return form === 'value' ? LEAST_TOGETHER.value / Math.min(holders, MOST_HOLDERS) : LEAST_TOGETHER[form];
  };
  return samples.map((sample): Said => {
    const held = nearest(value, sample);
    if (held !== null) return { says: 'repeats', ...held };
    const rivals = sample
      .ofKind(value.mention.kind)
      .filter((other) => isRival(other, value, response) && !isOpenNoun(value, other, response, sample))
      .map((other) => ({
        value: other,
        likeness: likeness(value.slot(), other.slot()),
        least: leastOf(other),
      }))
      .sort((one, other) => other.likeness / other.least - one.likeness / one.least);
    const [best] = rivals;
    // a name that some sample gives is right in one of many ways
    const isOpen = isHeld && value.mention.kind === 'name';
    if (best !== undefined && !isOpen && best.likeness >= best.least) {
      return { says: 'contradicts', likeness: best.likeness, value: best.value };
    }
    return {
      says: best === undefined ? 'silent' : 'incomparable',
      likeness: best?.likeness ?? 0,
      value: null,
    };
  });
}

/** How many texts hold a value; equal ones come again in many samples. */
function numberOfHolders(texts: readonly ValueText[]): (value: Value) => number {
  const known = new Map<string, number>();
  return (value) => {
    const count = known.get(value.id) ?? texts.filter((text) => text.same(value).length > 0).length;
    known.set(value.id, count);
    return count;
  };
}

/** From here on two slots are one, but for the values. */
const ONE_SLOT = 0.9;

/**
 * Who is a chemist may be a botanist too: a noun denies another only where the sample has no word for the response's, nor
 * the response for the sample's, or where the two sentences say the same otherwise.
 */
function isOpenNoun(value: Value, other: Value, response: ValueText, sample: ValueText): boolean {
  const { kind, key } = value.mention;
  if (!isNounKind(kind) || likeness(value.slot(), other.slot()) >= ONE_SLOT) return false;
  const isNear = (one: string, match: string) => ['same', 'above'].includes(nounRelation(kind, one, match));
  return (
    sample.nouns().some((noun) => isNear(noun, key)) ||
    response.nouns().some((noun) => isNear(noun, other.mention.key))
  );
}

/** Of a number as it stands: 24.9 is not 25 where both are given. */
const isStated = (text: ValueText, value: Value): boolean =>
  text
    .same(value)
    .some(({ mention }) => value.mention.kind !== 'quantity' || mention.key === value.mention.key);

/** The same value in the most alike slot of the sample; null where it has none. */
function nearest(value: Value, sample: ValueText) {
  const [first] = sample
    .same(value)
    .map((other) => ({ value: other, likeness: likeness(value.slot(), other.slot()) }))
    .sort((one, other) => other.likeness - one.likeness);
  return first ?? null;
}

/** A value that the response lacks; of a name also every word of it. */
function isRival(other: Value, value: Value, response: ValueText): boolean {
  if (value.isAside && !other.isAside) return false;
  if (valueRelation(other, value) !== 'different') return false;
  if (other.mention.kind !== 'negation' && isStated(response, other)) return false;
  const isLong = (word: string) => word.length > 2;
  return (
    other.mention.kind !== 'name' ||
    !other.mention.key.split(' ').some((word) => isLong(word) && response.words.has(word))
  );
}
