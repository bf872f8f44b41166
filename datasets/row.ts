/** One record of a data file, and validation shared by all loaders. */
import { z } from 'zod';
import { expectation, type SchemaIssue } from '../src/common/schema-problems.ts';
import { InputError } from '../src/errors.ts';
import { escaped } from './json-text.ts';

export interface Row {
  value: unknown;
  /** Its default id: `line-3` of JSON Lines, `row-2` of a list or table. */
  name: string;
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

export const nonBlankText = wellFormedText.refine((text) => /\S/.test(text), 'must not be empty');

/** Whether a value is an object with these fields. */
export const hasFields = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));

/** Whether a value is an object and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  hasFields(value, []) && !Array.isArray(value);

/** An optional field; null counts as missing, since many JSON writers use it so. */
export const optional = <T extends z.ZodType>(field: T) => field.nullable().exactOptional();

/** The non-null fields of a record. */
export type Present<T> = { [Field in keyof T]: Exclude<T[Field], null> };

/** An object without its null fields; anything else is unchanged. */
export function withoutNulls<T>(value: T): Present<T> {
  if (!isRecord(value)) return value as Present<T>;
  const there = Object.entries(value).filter(([, given]) => given !== null);
  return Object.fromEntries(there) as Present<T>;
}

/** `"id", "question, in words"`: told apart by their quotes. */
export const quotedNames = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(', ');

/** `; there are "id", "question"`: the first fields of a value; empty for none. */
export function availableFields(value: unknown): string {
  const names = hasFields(value, []) ? Object.keys(value).slice(0, 20) : [];
  return names.length === 0 ? '' : `; there are ${quotedNames(names)}`;
}

/** `sentences.0.start`; list positions count from 0. */
const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Validates a record. @throws InputError naming file, row and field of the first error */
export function checkRow<T>(schema: z.ZodType<T>, row: Row): T {
  const result = schema.safeParse(row.value);
  if (result.success) return result.data;
  const issue = innermost(result.error.issues[0] as SchemaIssue);
  const path = issue.path as (string | number)[];
  throw rowError(row, path, describeIssue(issue, valueAt(row.value, path)));
}

/** A validation issue in words. @param value that has the issue */
export function describeIssue(issue: SchemaIssue, value: unknown): string {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'too large for a number';
  const expected = expectation(issue);
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union')
    return value === undefined ? `missing; ${expected}` : `${expected}, found ${typeName(value)}`;
  const isBound = issue.code === 'too_big' || issue.code === 'too_small';
  return isBound && typeof value === 'number' ? `${expected}, found ${value}` : expected;
}

/** The issue inside the matching variant of a union; other issues are unchanged. */
export function innermost(issue: SchemaIssue): SchemaIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors.flatMap((issues) => issues[0] ?? []).find(({ path }) => path.length > 0);
  return inside ? { ...innermost(inside), path: [...issue.path, ...inside.path] } : issue;
}

export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)[step], value);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return { string: 'text', object: 'an object' }[typeof value as string] ?? `a ${typeof value}`;
}

/** The error for one field of a row; an empty path stands for the whole row. */
export function rowError(row: Row, path: readonly (string | number)[], problem: string): InputError {
  const name = path.length === 0 ? null : quoted(fieldName(path));
  const field = name === null ? '' : `field "${name}": `;
  return new InputError(`${escaped(row.place(path))}: ${field}${quoted(problem)}`, { field: name });
}

/** A quotation of the file, made safe for display. */
const quoted = (text: string): string => escaped(text.length > 200 ? `${text.slice(0, 200)}…` : text);

/**
 * Validates all records; where `id` names a field, its values must be unique. @throws InputError naming file, row and
 * field
 */
export function* checkedRows<T>(
  schema: z.ZodType<T>,
  rows: Iterable<Row>,
  id?: keyof T & string,
): Generator<{ row: Row; record: T }> {
  const claimId = uniqueIds();
  for (const row of rows) {
    const record = checkRow(schema, row);
    if (id !== undefined) claimId(String(record[id]), row, id);
    yield { row, record };
  }
}

/** Rejects an id of an earlier row of the same file. One checker per file. */
export function uniqueIds(): (id: string, row: Row, field: string) => void {
  const firstPlaces = new Map<string, () => string>();
  return (id, row, field) => {
    const firstPlace = firstPlaces.get(id);
    if (firstPlace) throw rowError(row, [field], `"${id}" was used before, at ${firstPlace()}`);
    firstPlaces.set(id, () => row.place());
  };
}

/** `wanted`, or `wanted (2)` and so on where that is taken; the id given is added to `usedIds`. */
export function unusedId(wanted: string, usedIds: Set<string>): string {
  let id = wanted;
  for (let count = 2; usedIds.has(id); count++) id = `${wanted} (${count})`;
  usedIds.add(id);
  return id;
}
