/** Validates passages from code like those from files. */
import type { z } from 'zod';
import { nearField } from '../../datasets/field-names.ts';
import { describeIssue, innermost, isRecord, valueAt, withoutNulls } from '../../datasets/row.ts';
import { InputError } from '../errors.ts';
import { type Passage, passageSchema } from '../passage.ts';

/**
 * @param value a field that is null is taken for missing
 * @param unnamed the id of one without an id; default: it needs one
 * @throws InputError naming the passage and the field, also for an unknown field whose name resembles a known one
 */
export function checkPassage(value: unknown, unnamed?: string): Passage {
  const given = named(withoutNulls(value), unnamed);
  const result = passageSchema.safeParse(given);
  const id = (value as { id?: unknown } | null | undefined)?.id;
  const name = typeof id === 'string' ? `passage "${id}"` : 'a passage';
  if (!result.success) {
    const issue = innermost(result.error.issues[0] as z.core.$ZodIssue);
    const problem = describeIssue(issue, valueAt(given, issue.path));
    const field = issue.path.map(String).join('.') || null;
    throw new InputError(`${name}: ${field ?? 'value'}: ${problem}`, { field });
  }
  for (const field of misspeltFields(given)) throw new InputError(`${name}: ${field.problem}`, field);
  const { response = '', sentences = [] } = result.data;
  const misplaced = sentences.findIndex(({ start, end }) => start > end || end > response.length);
  if (misplaced >= 0) {
    const field = `sentences.${misplaced}`;
    throw new InputError(`${name}: ${field}: not a range of the response`, { field });
  }
  return result.data;
}

const KNOWN_FIELDS = Object.keys(passageSchema.shape);

/** Unknown fields that resemble a known one, with what is wrong; other unknown fields are ignored. */
export const misspeltFields = (value: unknown): { field: string; problem: string }[] =>
  (isRecord(value) ? Object.keys(value) : []).flatMap((field) => {
    const near = nearField(field, KNOWN_FIELDS);
    return near === undefined ? [] : [{ field, problem: `${field}: unknown field; did you mean ${near}?` }];
  });

const named = (value: unknown, id: string | undefined): unknown =>
  id === undefined || typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : { ...value, id: ('id' in value ? value.id : undefined) ?? id };
