/**
 * Answers for a numbered list of questions: `{ <list>: [{ number, ... }] }`. The first readable item of a number
 * counts; a missing or unreadable item does not affect the others.
 */
import { z } from 'zod';
import { type Asked, jsonAnswer } from './ask.ts';

/** One parsed item with its own text; the text of the whole answer where the item is missing. */
export interface ListItem<T> {
  value: T | null;
  raw: string;
}

/** `3`, `"3"`, or with the letter of its list: `"F3"`. */
export const labelNumber = z.preprocess(
  (label) => (typeof label === 'string' ? label.replace(/^\s*\p{L}\s*(?=\d)/u, '') : label),
  z.coerce.number(),
);

const readLists = jsonAnswer(z.record(z.string(), z.unknown()));
const numberedItem = z.object({ number: labelNumber });

/** @returns the items for the numbers 1 to `length`; null where the answer holds no such list */
export function numberedList<T>(
  list: string,
  length: number,
  item: z.ZodType<T>,
): (text: string) => ListItem<T>[] | null {
  return (text) => {
    const rows = readLists(text)?.[list];
    if (!Array.isArray(rows)) return null;
    return Array.from({ length }, (_, index) => {
      const own = rows.filter((row) => numberedItem.safeParse(row).data?.number === index + 1);
      const values = own.map((row) => item.safeParse(row).data);
      const first = values.findIndex((value) => value !== undefined);
      const raw = own.length === 0 ? text : JSON.stringify(own[Math.max(first, 0)]);
      return { value: values[first] ?? null, raw };
    });
  };
}

/** The message to a model about the items it left out. */
export function missingItems(items: readonly ListItem<unknown>[]): string[] {
  return items.flatMap(({ value }, index) =>
    value === null ? [`Number ${index + 1} is missing or cannot be used.`] : [],
  );
}

/** One item of an answer, in the form of an answer to a single question. */
export function itemOf<T>(asked: Asked<ListItem<T>[]>, index: number): Asked<T> {
  if (asked.value === null) return asked;
  const { value, raw } = asked.value[index] as ListItem<T>;
  return value === null ? { value: null, reason: 'unparsable', raw } : { value, reason: null, raw };
}
