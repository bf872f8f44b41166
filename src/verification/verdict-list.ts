/** Answers of the form "number, yes or no" for a numbered list, `{ verdicts: [{ number, <field>: boolean }] }`. */
import { z } from 'zod';
import { numberedList } from '../models/numbered-list.ts';

/** @returns for each number from 1 to `length` the verdict, null where the answer gives none */
export function verdictList(field: string, length: number): (text: string) => (boolean | null)[] | null {
  const item = z.object({ [field]: yesOrNo }).transform((verdict) => verdict[field] as boolean);
  const read = numberedList('verdicts', length, item);
  return (text) => read(text)?.map(({ value }) => value) ?? null;
}

/** Yes or no, also in words. */
export const yesOrNo = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^\s*(?:yes|no|true|false)\b/i)
    .transform((word) => /^\s*(?:yes|true)/i.test(word)),
]);
