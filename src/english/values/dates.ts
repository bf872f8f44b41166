/** Names of months, and the forms of days and years. */

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const NUMBERS = new Map([
  ...MONTHS.map((name, index) => [name, index + 1] as const),
  ...MONTHS.map((name, index) => [name.slice(0, 3), index + 1] as const),
  ['sept', 9] as const,
]);
/** Months whose names are other words too: only a number beside them tells. */
const ALSO_WORDS = new Set(['may', 'march', 'mar', 'jun', 'dec', 'sep']);

/** 1 to 12 for the name of a month or its abbreviation, a full stop behind it or not; undefined for other words. */
export const monthNumber = (folded: string): number | undefined =>
  NUMBERS.get(folded.endsWith('.') ? folded.slice(0, -1) : folded);

/** The name of a month from 1 to 12. */
export const monthName = (month: number): string | undefined => MONTHS[month - 1];

/** Whether a month may be meant as another word, as "may" and "march" may. */
export const isAlsoWord = (month: string): boolean => ALSO_WORDS.has(month);

const ERAS = new Set(['ad', 'bc', 'bce', 'ce']);
/** Whether a word tells from when years are counted. @param word lower case */
export const isEra = (word: string): boolean => ERAS.has(word);

/** A day of a month in digits, with or without an ordinal's ending; the digits are the first group. */
export const DAY = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
/** A year from 1000 to 2099. */
export const YEAR = /^(?:1\d{3}|20\d{2})$/;
