/** JSON from outside. */
import type { z } from 'zod';
import { firstProblem } from './schema-problems.ts';

/** The value of a line that fits a schema. @throws the error that `fail` makes of the problem */
export function parseJsonLine<T>(
  line: string,
  schema: z.ZodType<T>,
  fail: (problem: string, cause?: unknown) => Error,
): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw fail('not JSON', cause);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(firstProblem(parsed.error));
}

/** The value of a text; undefined where it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
