/** What is wrong with a value that does not fit a schema. */
import type { z } from 'zod';

/** The first problem with its place: `samples.0: expected text`. */
export function firstProblem({ issues: [issue] }: z.ZodError): string {
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
}
