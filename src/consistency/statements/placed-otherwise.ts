/**
 * A value that both texts hold, but in other places: "directed by Ann Berg and written by Vera Hall", where the response has
 * it the other way round.
 *
 * Another value of the sample contradicts it where the two slots are one but for the two values, if neither text has both of
 * them there: the sample the response's value, the response the sample's. So does one that is of the same ("25 May 2016" and
 * "25 May 2018", "500 g of rice" and "300 g of rice"), whatever stands around, if both texts give one value of that alone.
 */
import { remembering } from '../../remember.ts';
import { wordKey } from '../../text/content-words.ts';
import { likeness, ONE_SLOT } from './slots.ts';
import { type Value, type ValueText, valueRelation } from './stated-values.ts';

/** What may stand between two values of one list, which stand there in any order. */
const OF_LIST = /^(?:[\p{Lu}\d]|(?:and|or|the)?$)/u;

/** @returns the sample's value in its place, the first among equals, and the likeness of the slots; null where there is none */
export function placedOtherwise(
  value: Value,
  response: ValueText,
  sample: ValueText,
): { value: Value; likeness: number } | null {
  if (value.mention.kind === 'order' || value.isOneOfSeveral) return null;
  const rival = ofTheSame(value, response, sample);
  if (rival !== null) return { value: rival, likeness: 1 };
  const own = sample.same(value);
  if (own.some((one) => alikeApart(value, one, []) >= ONE_SLOT)) return null;
  let best: { value: Value; likeness: number } | null = null;
  for (const other of sample.ofFamily(value)) {
    if (other.isOneOfSeveral || other.isAside !== value.isAside) continue;
    if (valueRelation(other, value) !== 'different') continue;
    const apart = [keysOf(value.mention.text), keysOf(other.mention.text)];
    const alike = alikeApart(value, other, apart);
    if (alike < ONE_SLOT || alike <= (best?.likeness ?? 0)) continue;
    const given = response.same(other);
    if (own.some((one) => areListed(sample, one, other) || alikeApart(value, one, apart) >= alike)) continue;
    if (given.some((one) => areListed(response, one, value) || alikeApart(one, other, apart) >= alike))
      continue;
    best = { value: other, likeness: alike };
  }
  return best;
}

/** The sample's value of what the response's is of, where both give one alone and they differ. */
function ofTheSame(value: Value, response: ValueText, sample: ValueText): Value | null {
  const { anchor } = value;
  if (anchor === null) return null;
  const [given, found] = [response, sample].map((text) =>
    text.ofFamily(value).filter((other) => other.anchor?.key === anchor.key),
  ) as [Value[], Value[]];
  const [rival] = found;
  if (rival === undefined || valueRelation(value, rival) !== 'different') return null;
  const isOne = (values: readonly Value[]) => values.every(({ id }) => id === values[0]?.id);
  return isOne(given) && isOne(found) && !rival.isOneOfSeveral ? rival : null;
}

const alikeApart = (one: Value, other: Value, apart: readonly ReadonlySet<string>[]): number =>
  likeness(one.slot(), other.slot(), apart);

const keysOf = remembering(
  (text): ReadonlySet<string> => new Set(text.split(/[^\p{L}\p{M}\p{N}.,]+/u).map(wordKey)),
);

/** Whether nothing but other names and numbers stands between two values. */
const areListed = ({ text }: ValueText, one: Value, other: Value): boolean =>
  one.sentence === other.sentence &&
  text
    .slice(Math.min(one.end, other.end), Math.max(one.start, other.start))
    .split(/[\s,;&]+/u)
    .every((word) => OF_LIST.test(word));
