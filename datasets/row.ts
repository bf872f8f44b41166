/** One record of a data file, and the checks every loader makes on it. */
import { z } from 'zod';
import { InputError } from '../src/errors.ts';

export interface Row {
  value: unknown;
  /**
   * Names the place of the record, or of the value at `path` inside it, for an error message:
   * `passages.jsonl, line 3`. Costly for a JSON document, so asked for only in an error.
   */
  place(path?: readonly (string | number)[]): string;
}

/** A string that can be written as UTF-8: no surrogate code unit without its partner. */
export const wellFormedText = z
  .string()
  .refine((text) => !/\p{Surrogate}/u.test(text), 'holds a lone surrogate, which is not a character');

/** A string with something in it besides white space. */
export const filledText = wellFormedText.refine((text) => /\S/.test(text), 'must not be empty');

/** `sentences.0.start`; list positions count from 0. */
const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/**
 * The record as the schema describes it.
 * @throws InputError naming file, row and field of the first thing wrong
 */
export function checkRow<T>(schema: z.ZodType<T>, row: Row): T {
  const result = schema.safeParse(row.value);
  if (result.success) return result.data;
  const issue = result.error.issues[0] as z.core.$ZodIssue;
  const path = issue.path as (string | number)[];
  const value = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], row.value);
  throw rowError(row, path, describeIssue(issue, value));
}

const JSON_TYPES: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
};

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'too large for a number';
  const expected = `expected ${JSON_TYPES[issue.expected] ?? issue.expected}`;
  return value === undefined ? `missing; ${expected}` : `${expected}, found ${typeName(value)}`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return JSON_TYPES[typeof value] ?? `a ${typeof value}`;
}

/** The error for one field of a row; an empty path stands for the whole row. */
export function rowError(row: Row, path: readonly (string | number)[], problem: string): InputError {
  const field = path.length === 0 ? '' : `field "${fieldName(path)}": `;
  return new InputError(`${row.place(path)}: ${field}${problem}`);
}

/** Refuses an id that an earlier row of the same file had. One checker a file. */
export function uniqueIds(): (id: string, row: Row, field: string) => void {
  const firstPlaces = new Map<string, () => string>();
  return (id, row, field) => {
    const firstPlace = firstPlaces.get(id);
    if (firstPlace) throw rowError(row, [field], `"${id}" was used before, at ${firstPlace()}`);
    firstPlaces.set(id, () => row.place());
  };
}
