/**
 * The lines of batch files.
 *
 * Requests have the form of OpenAI's Batch API: `{custom_id, method, url, body}`. Answers have its form, too
 * (`{custom_id, response: {status_code, body}, error}`), or a simple one for services and people that fill them in in
 * their own way: `{custom_id, text}`, or `{custom_id, texts}` for a request with `n`.
 */
import type OpenAI from 'openai';
import { z } from 'zod';
import { parseJsonLine } from '../../common/json-line.ts';
import { InputError } from '../../errors.ts';
import { canonicalJson, sha256 } from '../cache/cache-key.ts';
import type { ChatAnswer } from '../chat-model.ts';
import { readCompletion, withoutReasoning } from '../openai/chat-parameters.ts';
import { readResponse } from '../openai/responses-parameters.ts';
import type { BatchFile } from './batch-files-state.ts';

/** Where requests go. All requests of one file have one target. */
export type BatchTarget = Pick<BatchFile, 'service' | 'model' | 'endpoint'>;

export function requestLine(id: string, { endpoint }: BatchTarget, body: object): string {
  return JSON.stringify({ custom_id: id, method: 'POST', url: endpoint, body });
}

export function hashOfBody(body: object): string {
  return sha256(canonicalJson(body));
}

const requestSchema = z.looseObject({
  custom_id: z.string(),
  body: z.record(z.string(), z.unknown()),
});

/** @throws InputError naming `place` */
export function parseRequest(text: string, place: string): { id: string; hash: string } {
  const { custom_id: id, body } = parseLine(text, place, requestSchema);
  return { id, hash: hashOfBody(body) };
}

export interface BatchFailure {
  /** Null where the request reached no service. */
  status: number | null;
  code: string | null;
  param: string | null;
  message: string;
}

export type BatchOutcome = { answer: ChatAnswer; failure: null } | { answer: null; failure: BatchFailure };

const text = z.string().nullish();
const errorSchema = z.looseObject({ code: text, param: text, message: text });
const answerSchema = z
  .looseObject({
    custom_id: z.string().min(1),
    response: z.looseObject({ status_code: z.int(), body: z.unknown() }).nullish(),
    error: errorSchema.nullish(),
    text: z.string().optional(),
    texts: z.array(z.string()).min(1).optional(),
  })
  .refine((line) => line.response ?? line.error ?? line.text ?? line.texts, {
    message: 'expected response, error, text or texts',
  });

/** @throws InputError naming `place` */
export function parseAnswer(line: string, place: string): { id: string; outcome: BatchOutcome } {
  const { custom_id: id, response, error, text, texts } = parseLine(line, place, answerSchema);
  if (response) return { id, outcome: outcomeOf(response.status_code, response.body, place) };
  if (error) return { id, outcome: { answer: null, failure: failureOf(statusOf(error.code), error) } };
  const choices = (texts ?? [text ?? '']).map((one) => ({
    text: withoutReasoning(one),
    finishReason: 'stop' as const,
  }));
  const usage = { requests: 1, inputTokens: 0, outputTokens: 0 };
  return { id, outcome: { answer: { choices, usage }, failure: null } };
}

function outcomeOf(status: number, body: unknown, place: string): BatchOutcome {
  if (status < 200 || status >= 300) {
    const error = errorSchema.safeParse((body as { error?: unknown } | null | undefined)?.error);
    return { answer: null, failure: failureOf(status, error.data ?? {}) };
  }
  try {
    return { answer: readBody(body), failure: null };
  } catch (cause) {
    throw new InputError(`${place}: response.body is not an answer of a chat model`, { cause });
  }
}

function readBody(body: unknown): ChatAnswer {
  const isResponse = typeof body === 'object' && body !== null && 'output' in body;
  return isResponse
    ? readResponse(body as OpenAI.Responses.Response)
    : readCompletion(body as OpenAI.Chat.Completions.ChatCompletion);
}

function failureOf(
  status: number | null,
  { code, param, message }: z.output<typeof errorSchema>,
): BatchFailure {
  return { status, code: code ?? null, param: param ?? null, message: message ?? '' };
}

/** Error codes caused by the request, for lines without a status. */
const REQUEST_AT_FAULT = /^(content_filter|content_policy_violation|context_length_exceeded|invalid_request)/;
const BAD_REQUEST = 400;

const statusOf = (code: string | null | undefined): number | null =>
  REQUEST_AT_FAULT.test(code ?? '') ? BAD_REQUEST : null;

const parseLine = <T>(line: string, place: string, schema: z.ZodType<T>): T =>
  parseJsonLine(line, schema, (problem, cause) => new InputError(`${place}: ${problem}`, { cause }));
