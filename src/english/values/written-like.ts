/** A value in the manner of the one whose place it takes: dates and numbers as the text writes them. */
import { tokensOf } from '../sentence-words.ts';
import { DAY, monthName, monthNumber } from './dates.ts';
import { dateAt } from './number-mentions.ts';
import { cardinalName, cardinalOf, ordinalName, ordinalOf, scaleOf } from './number-words.ts';

/**
 * `fresh` as it would stand in the place of `old`: "10 December" for "December 12" is "December 10", "twelfth century" for
 * "13th century" is "12th century". As it is where the two are not written alike; null where it lacks the day that `old` has.
 */
export function writtenLike(fresh: string, old: string): string | null {
  const [date, like] = [dateIn(fresh), dateIn(old)];
  if (date === null || like === null) return withNumberLike(fresh, old);
  if (date.day === 0 && like.day > 0) return null;
  return dateLike(date, old);
}

interface DayOfYear {
  /** From 1. */
  month: number;
  /** 0 where none is named. */
  day: number;
}

/** A text that is a date and nothing else. */
function dateIn(text: string): DayOfYear | null {
  const tokens = tokensOf(text);
  const [, ...behind] = tokens;
  // "May" and "March" at the beginning are months here
  const date = dateAt(tokens, 0) ?? (behind.length === 0 ? monthAlone(text) : null);
  if (date === null || date.to !== tokens.length) return null;
  const [month = 0, day = 0] = date.key.split('-').map(Number);
  return { month, day };
}

function monthAlone(text: string): { key: string; to: number } | null {
  const month = monthNumber(text.toLowerCase());
  return month === undefined ? null : { key: String(month), to: 1 };
}

/** The words of `old` with another month and day. */
const dateLike = ({ month, day }: DayOfYear, old: string): string =>
  old.replace(/[\p{L}\p{N}]+/gu, (word) => {
    if (DAY.test(word)) return /\D/.test(word) ? withEnding(day) : String(day);
    const known = monthNumber(word.toLowerCase());
    return known === undefined ? word : nameLike(month, word, known);
  });

function nameLike(month: number, word: string, known: number): string {
  const name = monthName(month) ?? word;
  const isShort = word.length < (monthName(known)?.length ?? 0);
  return name.charAt(0).toUpperCase() + (isShort ? name.slice(1, 3) : name.slice(1));
}

/** 1st, 2nd, 3rd, 4th, 11th. */
function withEnding(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  return `${value}${(isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10]) ?? 'th'}`;
}

interface NumberWritten {
  value: number;
  inWords: boolean;
  isOrdinal: boolean;
  /** Whether thousands are set apart by commas. */
  isGrouped: boolean;
  start: number;
  end: number;
}

const NUMBER_OR_WORDS = /\d+(?:[.,]\d+)*(?:st|nd|rd|th)?|\p{L}+(?:-\p{L}+)?/gu;

/** The one number of a text, millions and more behind it left aside; null where there is none, or more. */
function numberIn(text: string): NumberWritten | null {
  const found = [...text.matchAll(NUMBER_OR_WORDS)].flatMap(({ 0: word, index }) => {
    const read = numberOf(word.toLowerCase());
    return read === null ? [] : [{ ...read, start: index, end: index + word.length }];
  });
  const hasSmallScale = /\b(?:hundred|thousand|dozen)\b/i.test(text);
  return found.length === 1 && !hasSmallScale ? (found[0] as NumberWritten) : null;
}

function numberOf(word: string): Omit<NumberWritten, 'start' | 'end'> | null {
  if (/^\d/.test(word)) {
    const digits = word.replace(/(?:st|nd|rd|th)$/, '');
    const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits);
    const value = Number(isGrouped ? digits.replaceAll(',', '') : digits);
    return Number.isNaN(value) ? null : { value, inWords: false, isOrdinal: digits !== word, isGrouped };
  }
  const parts = word.split('-');
  const last = parts.at(-1) as string;
  const isOrdinal = cardinalOf(last) === undefined && ordinalOf(last) !== undefined;
  const values = parts.map((part) =>
    scaleOf(part) === undefined ? (cardinalOf(part) ?? ordinalOf(part)) : undefined,
  );
  if (values.includes(undefined)) return null;
  const value = values.reduce((sum: number, one) => sum + (one ?? 0), 0);
  return { value, inWords: true, isOrdinal, isGrouped: false };
}

function withNumberLike(fresh: string, old: string): string {
  const [number, like] = [numberIn(fresh), numberIn(old)];
  if (number === null || like === null) return fresh;
  const written = fresh.slice(number.start, number.end);
  return fresh.slice(0, number.start) + numberLike(number, like, written) + fresh.slice(number.end);
}

/** @param written the number as it stands, where there is no other way to write it */
function numberLike(
  { value, isOrdinal, inWords }: NumberWritten,
  like: NumberWritten,
  written: string,
): string {
  if (like.inWords) return (isOrdinal ? ordinalName(value) : cardinalName(value)) ?? written;
  if (isOrdinal) return withEnding(value);
  if (!Number.isInteger(value)) return written;
  if (like.isGrouped) return value.toLocaleString('en-US');
  return like.value >= 1000 || inWords ? String(value) : written;
}
