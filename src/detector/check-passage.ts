/** Validates passages from code like those from files. */
import type { z } from 'zod';
import { describeIssue, innermost, valueAt, withoutNulls } from '../../datasets/row.ts';
import { InputError } from '../errors.ts';
import { type Passage, passageSchema } from '../passage.ts';

/**
 * @param value a field that is null is taken for missing
 * @param unnamed the id of one without an id; default: it needs one
 * @throws InputError naming the passage and the field
 */
export function checkPassage(value: unknown, unnamed?: string): Passage {
  const given = named(withoutNulls(value), unnamed);
  const result = passageSchema.safeParse(given);
  const id = (value as { id?: unknown } | null | undefined)?.id;
  const name = typeof id === 'string' ? `passage "${id}"` : 'a passage';
  if (!result.success) {
    const issue = innermost(result.error.issues[0] as z.core.$ZodIssue);
    const problem = describeIssue(issue, valueAt(given, issue.path));
    throw new InputError(`${name}: ${issue.path.map(String).join('.') || 'value'}: ${problem}`);
  }
  const { response = '', sentences = [] } = result.data;
  const misplaced = sentences.findIndex(({ start, end }) => start > end || end > response.length);
  if (misplaced >= 0) throw new InputError(`${name}: sentences.${misplaced}: not a range of the response`);
  return result.data;
}

const named = (value: unknown, id: string | undefined): unknown =>
  id === undefined || typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : { ...value, id: ('id' in value ? value.id : undefined) ?? id };
