/** Ranges: "between 15 and 30 centimetres", "the 6th or 7th century". */
import { joinsRange } from '../../english/values/value-setting.ts';
import type { ValueKind } from '../../passage.ts';
import type { Value } from './stated-value.ts';
import type { ValueText } from './stated-values.ts';

/** Terms of office are ranges of years, of which each end is told by itself. */
const RANGED: ReadonlySet<ValueKind> = new Set(['quantity', 'century']);

const amountOf = ({ mention: { key, measure } }: Value): number => Number(key) * (measure?.size ?? 1);

/** The least and the most of the range that a value is an end of; null where it is none. */
function rangeOf(value: Value, { text }: ValueText): readonly [number, number] | null {
  const end = value.beside().find((other) => {
    if (other === value || other.mention.kind !== value.mention.kind) return false;
    const [first, last] = other.start < value.start ? [other, value] : [value, other];
    return joinsRange(text.slice(first.end, last.start));
  });
  if (end === undefined) return null;
  const [one, other] = [amountOf(value), amountOf(end)];
  return one < other ? [one, other] : [other, one];
}

/** Whether one of two numbers lies within the range that the other is an end of, or the two ranges meet: both may be so. */
export function mayBeInRange(value: Value, response: ValueText, other: Value, sample: ValueText): boolean {
  // "open from 9 am to 5 pm" tells two times, not any between
  if (!RANGED.has(value.mention.kind) || value.mention.unit === 'clock') return false;
  const [own, its] = [rangeOf(value, response), rangeOf(other, sample)];
  if (own === null && its === null) return false;
  const [least, most] = own ?? [amountOf(value), amountOf(value)];
  const [from, to] = its ?? [amountOf(other), amountOf(other)];
  return from <= most && least <= to;
}
