/** Error responses: problem details for HTTP (RFC 9457). */
import { STATUS_CODES } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { BudgetError, InputError, ModelCallError } from '../errors.ts';

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  field: z.string().optional().describe('the field of the passage that is wrong'),
  code: z.string().optional().describe("which of the package's errors it was: input, budget, model-call"),
});
type ProblemBody = z.infer<typeof problemSchema>;
type ProblemDetails = Pick<ProblemBody, 'detail' | 'field' | 'code'>;

/** An error whose reason is sent to the client. */
export class Problem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, details: ProblemDetails, headers: Readonly<Record<string, string>> = {}) {
    super(details.detail);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

/** `Retry-After` of a refused request, in seconds; how long a passage takes is not known. */
export const RETRY = { 'retry-after': '1' };

export const problemBody = ({ status, details }: Problem): ProblemBody => ({
  ...{ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...details },
});

export const problemResponse = (problem: Problem): Response =>
  new Response(JSON.stringify(problemBody(problem)), {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  });

/** The problem for an error; null for internal errors, whose details are not sent. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof InputError) {
    const { message, field, code } = error;
    return new Problem(400, { detail: message, ...(field !== null && { field }), code });
  }
  if (error instanceof BudgetError) return new Problem(503, { detail: error.message, code: error.code });
  if (error instanceof ModelCallError) {
    const { retryable, retryAfterSeconds, message, code } = error;
    const wait = retryAfterSeconds === null ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
    return new Problem(retryable ? 503 : 502, { detail: message, code }, wait);
  }
  if (error instanceof HTTPException) return ofException(error);
  return null;
}

/** For an error thrown by middleware; only the challenge of its response is kept. */
function ofException(error: HTTPException): Problem {
  const challenge = error.getResponse().headers.get('www-authenticate');
  const detail = challenge === null ? error.message : 'a valid bearer token is needed';
  return new Problem(error.status, { detail }, challenge === null ? {} : { 'www-authenticate': challenge });
}
