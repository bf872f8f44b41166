/**
 * Two values of one kind: the same, different, or not to be compared.
 */
import type { Mention } from './mentions.ts';
import { homeOf, isSamePlace, overlaps } from './places.ts';

export type Relation = 'same' | 'different' | 'incomparable';

export function relationOf(one: Mention, other: Mention): Relation {
  if (one.kind !== other.kind) return 'incomparable';
  switch (one.kind) {
    case 'date':
      return dates(one.key, other.key);
    case 'quantity':
    case 'ordinal':
      if (one.unit !== other.unit) return 'incomparable';
      return one.key === other.key || isRounded(Number(one.key), Number(other.key)) ? 'same' : 'different';
    case 'place':
      if (isSamePlace(one.key, other.key)) return 'same';
      return overlaps(one.key, other.key, 4) ? 'incomparable' : 'different';
    case 'people':
      if (one.key === other.key || homeOf(one.key) === homeOf(other.key)) return 'same';
      return overlaps(homeOf(one.key), homeOf(other.key), 1) ? 'incomparable' : 'different';
    case 'name':
      return names(one.key, other.key);
    default:
      return one.key === other.key ? 'same' : 'different';
  }
}

/** `month` or `month-day`. */
function dates(one: string, other: string): Relation {
  const [month, day] = one.split('-');
  const [otherMonth, otherDay] = other.split('-');
  if (month !== otherMonth) return 'different';
  return day === otherDay || day === undefined || otherDay === undefined ? 'same' : 'different';
}

/** Large or broken numbers are often rounded: 344,400 and 344,000; small whole ones are not. */
function isRounded(one: number, other: number): boolean {
  if (Math.max(one, other) < 1000 && Number.isInteger(one) && Number.isInteger(other)) return false;
  const digits = Math.min(significantDigits(one), significantDigits(other));
  return one.toPrecision(digits) === other.toPrecision(digits);
}

const significantDigits = (value: number): number =>
  Math.max(1, value.toExponential().replace(/e.*/, '').replace(/\D/g, '').length);

/** Names that share a word may be two forms of one. */
function names(one: string, other: string): Relation {
  if (one === other) return 'same';
  const words = new Set(one.split(' '));
  const shared = other.split(' ').filter((word) => words.has(word) && word.length > 2 && word !== 'the');
  if (shared.length === 0) return 'different';
  return 'incomparable';
}
