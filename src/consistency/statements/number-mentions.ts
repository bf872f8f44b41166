/** Dates, years and other numbers among the words of a sentence. */
import type { ValueKind } from '../../passage.ts';
import { DAY, isAlsoWord, monthName, monthNumber } from '../../text/dates.ts';
import { cardinalOf, ordinalOf, scaleOf } from '../../text/number-words.ts';
import type { Token } from './sentence-words.ts';

const monthOf = (token: Token | undefined): number =>
  token?.capital ? (monthNumber(token.surface.toLowerCase()) ?? 0) : 0;
const dayOf = (token: Token | undefined): number => Number(DAY.exec(token?.surface ?? '')?.[1] ?? 0);

/** A month with its day, where one stands at `i`: its key `month` or `month-day`. */
export function dateAt(tokens: readonly Token[], i: number): { key: string; to: number } | null {
  const [one, two, three] = [tokens[i], tokens[i + 1], tokens[i + 2]];
  const month = monthOf(one);
  if (month > 0) {
    const day = dayOf(two);
    if (day > 0) return { key: `${month}-${day}`, to: i + 2 };
    // "May" and "March" begin sentences and name people
    const name = monthName(month) as string;
    return i === 0 && isAlsoWord(name) ? null : { key: `${month}`, to: i + 1 };
  }
  const day = dayOf(one);
  if (day > 0 && monthOf(two) > 0) return { key: `${monthOf(two)}-${day}`, to: i + 2 };
  if (day > 0 && two?.key === 'of' && monthOf(three) > 0)
    return { key: `${monthOf(three)}-${day}`, to: i + 3 };
  return null;
}

interface NumberFound {
  kind: ValueKind;
  key: string;
  to: number;
  unit: string;
}

/** A year, decade, century, ordinal or quantity that stands at `i`. */
export function numberAt(tokens: readonly Token[], i: number): NumberFound | null {
  const token = tokens[i] as Token;
  const lower = token.surface.toLowerCase();
  const ordinal = ordinalOf(lower) ?? 0;
  if (ordinal > 0) {
    if (/^centur/.test(tokens[i + 1]?.key ?? ''))
      return { kind: 'century', key: String(ordinal), to: i + 2, unit: '' };
    return { kind: 'ordinal', key: String(ordinal), to: i + 1, unit: unitAfter(tokens, i + 1) };
  }
  const decade = /^(\d{2,4}0)s$/.exec(lower)?.[1];
  if (decade !== undefined) return { kind: 'decade', key: decade, to: i + 1, unit: '' };
  if (
    !isCounted(tokens, i) &&
    (YEAR.test(token.surface) || (SHORT_OR_LATE.test(token.surface) && isDated(tokens, i)))
  ) {
    return { kind: 'year', key: token.surface, to: i + 1, unit: '' };
  }
  let value = token.digit ? Number(lower.replaceAll(',', '')) : cardinalOf(lower);
  if (value === undefined || Number.isNaN(value)) return null;
  let to = i + 1;
  const next = cardinalOf(tokens[to]?.surface.toLowerCase() ?? '');
  if (!token.digit && (cardinalOf(lower) ?? 0) >= 20 && next !== undefined && next < 10) {
    value += next;
    to++;
  }
  for (let scale = scaleOf(tokens[to]?.surface.toLowerCase() ?? ''); scale !== undefined; ) {
    value *= scale;
    to++;
    scale = scaleOf(tokens[to]?.surface.toLowerCase() ?? '');
  }
  return { kind: 'quantity', key: String(value), to, unit: unitAfter(tokens, to) };
}

const YEAR = /^(1\d{3}|20\d{2})$/;
/** What only words of time make a year. */
const SHORT_OR_LATE = /^[1-9]\d{2,3}$/;
const ERAS = new Set(['ad', 'bc', 'bce', 'ce']);
/** "in 722", "May 896", "480 BCE": a short number that time words make a year. */
const isDated = (tokens: readonly Token[], i: number): boolean => {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  const follows =
    before !== undefined &&
    (/^(in|from|until|since|to|by|between|and|circa|around|after|before|c|ad)$/i.test(before.surface) ||
      monthOf(before) > 0 ||
      SHORT_OR_LATE.test(before.surface));
  return (
    (next !== undefined && ERAS.has(next.surface.toLowerCase())) ||
    (follows && unitAfter(tokens, i + 1) === '')
  );
};

/** "1200 people": a number with a plural noun right behind is no year. */
const isCounted = (tokens: readonly Token[], i: number): boolean => {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  return (
    next !== undefined &&
    next.gap === ' ' &&
    !next.small &&
    !next.capital &&
    /[^s]s$/.test(next.surface) &&
    !/^(in|by|since|until|from|of)$/.test(before?.key ?? '')
  );
};

/** The next word that can be counted. */
function unitAfter(tokens: readonly Token[], i: number): string {
  const next = tokens[i];
  if (next === undefined || next.small || next.digit || !/^[\s-]*$/.test(next.gap)) return '';
  return next.key;
}
