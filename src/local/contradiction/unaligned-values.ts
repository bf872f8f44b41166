/** The values of a sample that the response lacks: what it may give instead of the response's. */
import { memoizeBy, once } from '../../common/memoize.ts';
import { groupBy } from '../../common/group-by.ts';
import { tellingWords } from './compare-values.ts';
import { isOfStranger } from './same-slot.ts';
import { indexSlots } from './slot-index.ts';
import type { Value } from './stated-value.ts';
import type { ValueText } from './stated-values.ts';

interface UnalignedValues {
  /** Those whose slot may be as like as `least` to that of a value, in order. */
  alike(value: Value, least: number): readonly Value[];
  /** The first of each that comparisons tell from the others. */
  different: readonly Value[];
}

const NONE: UnalignedValues = { alike: () => [], different: [] };

/**
 * Those that a value of the response can be held against; found when they are first asked for.
 *
 * @param isAsked whether the prompt has a word, by its key
 */
export function unalignedIn(
  sample: ValueText,
  response: ValueText,
  isAsked: (key: string) => boolean,
): (value: Value) => UnalignedValues {
  const held = once(() => new Set(sample.sentences.flatMap(({ tokens }) => tokens.map(({ key }) => key))));
  const isKnown = (key: string) => isAsked(key) || held().has(key);
  const unaligned = memoizeBy(
    (value: Value) => unalignedAmong(sample.ofFamily(value), response),
    ({ family }) => family,
  );
  return (value) => (isOfStranger(value, isKnown) ? NONE : unaligned(value));
}

function unalignedAmong(values: readonly Value[], response: ValueText): UnalignedValues {
  const unaligned = values.filter((other) => isUnaligned(other, response));
  const likes = groupBy(unaligned, ({ id, isParenthetical }) => `${isParenthetical} ${id}`);
  const find = indexSlots(unaligned, (other) => other.slot());
  return {
    alike: (one, least) => find(one.slot(), least),
    different: [...likes.values()].map(([first]) => first as Value),
  };
}

/** A value that the response lacks. */
const isUnaligned = (other: Value, response: ValueText): boolean =>
  other.mention.kind === 'negation' || !isStated(response, other);

/** Whether a name of which the response holds a word may be another form of what it names; words of `value` aside. */
export function mayBeNamed(response: ValueText, other: Value, value: Value): boolean {
  if (other.mention.kind !== 'name') return false;
  const own = tellingWords(value.mention.key);
  return tellingWords(other.mention.key).some((word) => response.words.has(word) && !own.includes(word));
}

/** Of a number as it stands: 24.9 is not 25 where both are given. */
export const isStated = (text: ValueText, value: Value): boolean =>
  text
    .same(value)
    .some(({ mention }) => value.mention.kind !== 'quantity' || mention.key === value.mention.key) ||
  text.hasBare(value);
