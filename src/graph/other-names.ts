/**
 * Names of different things that contain each other's words: "Equatorial Guinea" and "Guinea", "Paris Hilton" and
 * "Paris", "George W. Bush" and "George Bush", "Mercury (planet)" and "Mercury (element)", "Avatar (2009)" and
 * "Avatar (2022)", "Baden-Baden" and "Baden". All functions are symmetric.
 */
import { isPlace, isSamePlace } from '../english/lexicon/places.ts';
import { monthNumber } from '../english/values/dates.ts';
import { STOP_WORDS } from '../english/lexicon/stop-words.ts';
import { foldedWords } from '../text/fold.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { memoize } from '../common/memoize.ts';

/** Whether two names are those of different places. */
export function areOtherPlaces(one: string, other: string): boolean {
  const [ours, theirs] = [placeName(one), placeName(other)];
  return ours !== null && theirs !== null && !isSamePlace(ours, theirs);
}

const placeName = memoize((text): string | null => {
  const name = normaliseEntity(text);
  return /^\P{L}*\p{Lu}/u.test(text.replace(/^(?:the|a|an) /i, '')) && isPlace(name) ? name : null;
});

/** First and last names of several known people who are distinguished by a middle name or its absence. */
const TOLD_BY_MIDDLE_NAMES = new Set([
  'george bush',
  'john adams',
  'michael jordan',
  'vanessa williams',
  'paul anderson',
  'martin king',
  'kim jong',
]);

/** A name of one to three given names, of which some may be initials, and a last name; null for anything else. */
function personName(text: string): { ends: string; middle: string[] } | null {
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.length > 5 || !words.every((word) => /^\p{Lu}[\p{L}.'’-]*$/u.test(word)))
    return null;
  const folded = foldedWords(text.replace(/\s+(?:Jr|Sr)\.?$/, ''));
  return { ends: `${folded[0]} ${folded.at(-1)}`, middle: folded.slice(1, -1) };
}

/**
 * Whether two people of one first and last name have different middle names: "Paul W. S. Anderson" and "Paul Thomas
 * Anderson", but not "John F. Kennedy" and "John Fitzgerald Kennedy". A missing middle name matches any, except for
 * the known exceptions.
 */
export function haveOtherMiddleNames(one: string, other: string): boolean {
  const [ours, theirs] = [personName(one), personName(other)];
  if (ours === null || theirs === null || ours.ends !== theirs.ends) return false;
  const [fewer, more] = [ours.middle, theirs.middle].sort((left, right) => left.length - right.length) as [
    string[],
    string[],
  ];
  if (fewer.length < more.length && TOLD_BY_MIDDLE_NAMES.has(ours.ends)) return true;
  const left = [...more];
  return fewer.some((name) => {
    const match = left.findIndex((word) => standsFor(name, word) || standsFor(word, name));
    if (match >= 0) left.splice(0, match + 1);
    return match < 0;
  });
}

/** "F" for "Fitzgerald". */
const standsFor = (short: string, long: string): boolean =>
  short === long || (short.length === 1 && long.startsWith(short));

/**
 * Whether both have a description in brackets and these differ: neither contains the other. "(film)" and "(1979
 * film)" agree, "(1979 film)" and "(1982 film)" do not, nor "(1979)" and "(1982)". Years of a life and initials of
 * the name are no description.
 */
export function areOfOtherSorts(one: string, other: string): boolean {
  const [year, otherYear] = [yearOf(one), yearOf(other)];
  if (year !== null && otherYear !== null && year !== otherYear) return true;
  const [ours, theirs] = [sortOf(one), sortOf(other)];
  if (ours.length === 0 || theirs.length === 0) return false;
  const says = (words: readonly string[], others: readonly string[]) =>
    words.every((word) => others.includes(word));
  return (
    !says(ours, theirs) && !says(theirs, ours) && !areInitials(ours, theirs) && !areInitials(theirs, ours)
  );
}

const OF_YEARS = new Set('b born d died c ca circa since from until fl'.split(' '));

/** A name with brackets at its end. */
const BRACKETED = /^(.*\S)\s*\(([^()]+)\)\s*$/u;

/** The one year in the brackets of a work or event; null for the years of a life, and for dates. */
const yearOf = memoize((text): string | null => {
  const inBrackets = BRACKETED.exec(text)?.[2] ?? '';
  const year = /^[^\d–-]*\b(\d{4})\b[^\d–-]*$/u.exec(inBrackets)?.[1] ?? null;
  return foldedWords(inBrackets).some((word) => OF_YEARS.has(word)) ? null : year;
});

/** The words in the brackets at the end of a name, without those that describe nothing. */
const sortOf = memoize((text): readonly string[] => {
  const [, name = '', inBrackets = ''] = BRACKETED.exec(text) ?? [];
  const words = foldedWords(inBrackets.replace(/(?<=\p{L})\.(?=\p{L})/gu, '')).filter(
    (word) => !STOP_WORDS.has(word) && !OF_YEARS.has(word),
  );
  const saysNothing = words.every((word) => /^\d/.test(word) || monthNumber(word) !== undefined);
  return saysNothing || areInitials(words, foldedWords(name)) ? [] : words;
});

/** `us` for `united states`. */
const areInitials = (short: readonly string[], long: readonly string[]): boolean =>
  short.length === 1 && long.length > 1 && short[0] === long.map((word) => word[0]).join('');

/** Whether one name is the other repeated: "Baden-Baden" and "Baden". */
export function isDoubled(one: string, other: string): boolean {
  const [ours, theirs] = [foldedWords(one).join(' '), foldedWords(other).join(' ')];
  return ours === `${theirs} ${theirs}` || theirs === `${ours} ${ours}`;
}
