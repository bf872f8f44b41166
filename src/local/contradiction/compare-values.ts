/**
 * Two values of one kind: the same, different, or not to be compared.
 */
import type { ValueKind } from '../../passage.ts';
import { memoize } from '../../common/memoize.ts';
import { areOppositeForms, isComparative } from '../../english/lexicon/opposites.ts';
import { fold } from '../../text/fold.ts';
import type { Mention } from '../../english/values/mentions.ts';
import { areInitials, isShortened } from '../../english/lexicon/same-names.ts';
import { nounRelation } from '../../english/lexicon/noun-trees.ts';
import { halfOfDay, LAST } from '../../english/values/number-mentions.ts';
import {
  areOfOneSort,
  homeOf,
  isPeople,
  isPlace,
  isSamePlace,
  overlaps,
} from '../../english/lexicon/places.ts';

export type ValueRelation = 'same' | 'different' | 'incomparable';

const NOUNS = { same: 'same', above: 'incomparable', beside: 'different', none: 'incomparable' } as const;
const OPPOSITES = { null: 'same', true: 'different', false: 'incomparable' } as const;

/** Kinds of what is named. */
export const NAMES: ReadonlySet<ValueKind> = new Set(['name', 'place', 'people']);

/** Kinds of which no two values are the same but equal ones. */
export const SAME_WHERE_EQUAL: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'year',
  'decade',
  'century',
  'name',
  'negation',
]);

export function relationOf(one: Mention, other: Mention): ValueRelation {
  if (one.kind !== other.kind) return 'incomparable';
  switch (one.kind) {
    case 'date':
      return dates(one.key, other.key);
    case 'ordinal':
      if (isLast(one) !== isLast(other) && ![one.key, other.key].includes('1')) return 'incomparable';
      return one.unit === other.unit ? numbers(one, other) : 'incomparable';
    case 'quantity':
      return one.unit === other.unit ? numbers(one, other) : measures(one, other);
    case 'place':
      if (isSamePlace(one.key, other.key)) return 'same';
      return !areOfOneSort(one.key, other.key) || overlaps(one.key, other.key, 4)
        ? 'incomparable'
        : 'different';
    case 'people':
      if (one.key === other.key || homeOf(one.key) === homeOf(other.key)) return 'same';
      return overlaps(homeOf(one.key), homeOf(other.key), 1) ? 'incomparable' : 'different';
    case 'role':
    case 'sort':
      return NOUNS[nounRelation(one.kind, one.key, other.key)];
    case 'opposite':
      // what is lower than another may be high
      if (isComparative(fold(one.text)) !== isComparative(fold(other.text))) return 'incomparable';
      return OPPOSITES[`${areOppositeForms(one.key, other.key)}`];
    case 'negation':
      if (one.key.slice(1) !== other.key.slice(1)) return 'incomparable';
      return one.key === other.key ? 'same' : 'different';
    case 'name':
      return names(one.key, other.key);
    default:
      return one.key === other.key ? 'same' : 'different';
  }
}

/** The last of five is the fifth, but not the first. */
const isLast = ({ key }: Mention): boolean => key === LAST;

/** `month` or `month-day`. */
function dates(one: string, other: string): ValueRelation {
  const [month, day] = one.split('-');
  const [otherMonth, otherDay] = other.split('-');
  if (month !== otherMonth) return 'different';
  return day === otherDay || day === undefined || otherDay === undefined ? 'same' : 'different';
}

/** Share by which a number that is said to be near one may differ from it. */
const NEAR = 0.05;
/** A bound says nothing of numbers beyond it, up to this many times as large. */
const BEYOND = 1.5;

function numbers(one: Mention, other: Mention): ValueRelation {
  const [a, b] = [Number(one.key), Number(other.key)];
  const isNear = Math.abs(a - b) <= NEAR * Math.max(a, b);
  const isAbout = isNear && [one.bound, other.bound].includes('about');
  // a time of day is not rounded, and "from 9 am" bounds no amount
  if (one.unit === 'clock') {
    const [half, otherHalf] = [halfOfDay(one.text), halfOfDay(other.text)];
    if (half !== otherHalf && half !== '' && otherHalf !== '') return 'different';
    return a === b || isAbout ? 'same' : 'different';
  }
  if (a === b && areOpposedBounds(one, other)) return 'different';
  if (a === b || isRounded(a, b) || isAbout) return 'same';
  return isBeyond(one, b) || isBeyond(other, a) ? 'incomparable' : 'different';
}

/** "more than 300", "fewer than 300". */
export const areOpposedBounds = (one: Mention, other: Mention): boolean =>
  (one.bound === 'least' && other.bound === 'most') || (one.bound === 'most' && other.bound === 'least');

/**
 * Of two units: as much in the one as in the other is the same, and the same number of both is not ("11 minutes", "11
 * hours"). Other numbers may be of other things.
 */
function measures(one: Mention, other: Mention): ValueRelation {
  const [unit, otherUnit] = [one.measure, other.measure];
  if (unit === null || otherUnit === null || unit.of !== otherUnit.of) return 'incomparable';
  if (unit.size === otherUnit.size) return numbers(one, other);
  if (Number(one.key) * unit.size === Number(other.key) * otherUnit.size) return 'same';
  return one.key === other.key ? 'different' : 'incomparable';
}

function isBeyond({ key, bound }: Mention, value: number): boolean {
  const ratio = bound === 'least' ? value / Number(key) : bound === 'most' ? Number(key) / value : 0;
  return ratio >= 1 && ratio <= BEYOND;
}

/** Share of a number that rounding may change, less than. */
const MOST_ROUNDED = 0.1;

/** Large or broken numbers are often rounded: 344,400 and 344,000; small whole ones are not. */
function isRounded(one: number, other: number): boolean {
  if (Math.max(one, other) < 1000 && Number.isInteger(one) && Number.isInteger(other)) return false;
  // nobody writes 4,500 as 5,000
  if (Math.abs(one - other) >= MOST_ROUNDED * Math.max(Math.abs(one), Math.abs(other))) return false;
  const digits = Math.min(significantDigits(one), significantDigits(other));
  return one.toPrecision(digits) === other.toPrecision(digits);
}

const digitsOf = memoize((text) => Math.max(1, text.replace(/e.*/, '').replace(/\D/g, '').length));

export const significantDigits = (value: number): number => digitsOf(value.toExponential());

/** Words of names that tell what sort of thing or person it is, and not which. */
const GENERIC = new Set(
  `the and for saint sir lord lady king queen prince princess emperor pope president duke earl count general captain doctor
   miss mrs professor university college school institute academy museum library church cathedral club city county state river lake mount
   mountain sea bay island islands street road bridge park station airport battle war treaty award prize order league cup
   championship book part company group band army navy house party national royal international`.split(/\s+/),
);

/** Names that share a word may be two forms of one, but not where they begin with two places ("French Open", "Australian Open"). */
function names(one: string, other: string): ValueRelation {
  if (one === other) return 'same';
  if (areInitials(one, other) || isShortened(one, other) || isShortened(other, one)) return 'incomparable';
  const words = tellingWords(one);
  if (!tellingWords(other).some((word) => words.includes(word))) return 'different';
  if (areOfOneFamily(words, tellingWords(other))) return 'different';
  const [home, otherHome] = [firstPlace(one), firstPlace(other)];
  return home === '' || otherHome === '' || overlaps(home, otherHome, 4) ? 'incomparable' : 'different';
}

/** "Emily Brontë", "Charlotte Brontë": nothing but the last word in common; "Bill" and "Benjamin" may be one. */
function areOfOneFamily(words: readonly string[], others: readonly string[]): boolean {
  const [first, other] = [words[0], others[0]];
  const shared = words.filter((word) => others.includes(word));
  const isLastAlone = shared.length === 1 && shared[0] === words.at(-1) && shared[0] === others.at(-1);
  return isLastAlone && words.length > 1 && others.length > 1 && first?.[0] !== other?.[0];
}

/** The place, or that of the people, that a name begins with; empty where there is none. */
const firstPlace = memoize((name) => {
  const words = name.split(' ');
  const starts = words.slice(1).map((_, index) => words.slice(0, words.length - 1 - index).join(' '));
  return homeOf(starts.find((start) => isPlace(start) || isPeople(start)) ?? '');
});

/** Words of a folded name that tell which it is. */
export const tellingWords = memoize((name) =>
  name.split(' ').filter((word) => word.length > 2 && !GENERIC.has(word)),
);
