/** One line of a recording: a request and its outcome. */
import { z } from 'zod';
import { parseJsonLine } from '../../common/json-line.ts';
import { CassetteError, ModelCallError } from '../../errors.ts';
import { tokenSchema, type Usage } from '../../passage.ts';
import { canonicalJson, type ModelIdentity, requestKey, sha256 } from '../cache/cache-key.ts';
import type { ChatAnswer, ChatRequest } from '../chat-model.ts';

const count = z.number().min(0);
const usageSchema = z.looseObject({ requests: count, inputTokens: count, outputTokens: count });

const entrySchema = z.object({
  /** {@link requestKey} without the service, so that a recording can be replayed without its address. */
  key: z.string(),
  scope: z.string().nullable(),
  firstDraw: z.number(),
  n: z.number(),
  /** Ordinal of this request among those that are equal in all fields above. */
  take: z.number(),
  request: z.object({
    model: z.string(),
    purpose: z.string(),
    temperature: z.number().nullable(),
    seed: z.number().nullable(),
    /** Name of the answer schema. */
    schema: z.string().nullable(),
    /** Alternatives per token requested; absent without log-probabilities. */
    logprobs: z.number().exactOptional(),
    messagesSha256: z.string(),
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  }),
  /** Null where the service refused this request. */
  answer: z
    .object({
      choices: z.array(
        z.object({
          text: z.string(),
          finishReason: z.enum(['stop', 'length', 'refusal', 'content-filter']),
          tokens: z.array(tokenSchema).exactOptional(),
        }),
      ),
      usage: z.custom<Usage>((value) => usageSchema.safeParse(value).success),
    })
    .nullable(),
  error: z.object({ message: z.string(), status: z.number().nullable(), retryable: z.boolean() }).nullable(),
});

export type CassetteEntry = z.output<typeof entrySchema>;
export type AskedEntry = Omit<CassetteEntry, 'take' | 'answer' | 'error'>;

export function askedEntry(model: { id: string; identity: ModelIdentity }, request: ChatRequest): AskedEntry {
  const { purpose, temperature = null, seed = null, schema, messages } = request;
  const sent = messages.map(({ role, content }) => ({ role, content }));
  return {
    key: requestKey({ ...model.identity, service: '' }, request),
    scope: request.scope ?? null,
    firstDraw: request.firstDraw ?? 0,
    n: request.n ?? 1,
    request: {
      model: model.id,
      purpose,
      temperature,
      seed,
      schema: schema?.name ?? null,
      ...(request.logprobs !== undefined && { logprobs: request.logprobs }),
      messagesSha256: sha256(canonicalJson(sent)),
      messages: sent,
    },
  };
}

/** Requests of one slot are answered by the recorded ones of that slot, ordered by take. */
export function slotOf({ key, scope, firstDraw, n }: AskedEntry): string {
  return JSON.stringify([scope, key, firstDraw, n]);
}

/** The recorded outcome. @throws ModelCallError when the recorded outcome is one */
export function replayed({ answer, error }: CassetteEntry): ChatAnswer {
  if (answer !== null) return answer;
  const { message = 'no answer was recorded', status = null, retryable = false } = error ?? {};
  throw new ModelCallError(message, { status, retryable });
}

/** @throws CassetteError when it is not a line of a recording */
export const parseEntry = (line: string, place: string): CassetteEntry =>
  parseJsonLine(
    line,
    entrySchema,
    (problem, cause) => new CassetteError(`${place}: not a recorded request (${problem})`, { cause }),
  );
