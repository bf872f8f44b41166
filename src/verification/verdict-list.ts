/**
 * Answers of the form "number, yes or no" for a numbered list: each number counts once, the first time; an item
 * that cannot be read leaves the others as they are.
 */
import { z } from 'zod';
import { jsonAnswer } from '../models/ask.ts';

/**
 * Reads `{ verdicts: [{ number, <field>: boolean }] }`.
 *
 * @returns for each number from 1 to `length` the verdict, null where the answer gives none
 */
export function verdictList(field: string, length: number): (text: string) => (boolean | null)[] | null {
  const readList = jsonAnswer(z.object({ verdicts: z.array(z.unknown()) }));
  const numbered = z.object({ number: z.coerce.number() });
  const judged = z.object({ [field]: yesOrNo });
  return (text) => {
    const items = readList(text)?.verdicts.filter((one) => judged.safeParse(one).success);
    if (items === undefined) return null;
    return Array.from({ length }, (_, index) => {
      const found = items.find((one) => numbered.safeParse(one).data?.number === index + 1);
      return judged.safeParse(found).data?.[field] ?? null;
    });
  };
}

/** Yes or no, also in words. */
export const yesOrNo = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^\s*(?:yes|no|true|false)\b/i)
    .transform((word) => /^\s*(?:yes|true)/i.test(word)),
]);
