/**
 * Puts a prompt to a model and reads the answers.
 *
 * An answer that cannot be used (refused, cut off, unreadable, too long a request) is data: null with a reason.
 * A service that answers nobody (bad key, unknown model, unreachable) is broken machinery and throws.
 */
import type { z } from 'zod';
import { ModelCallError } from '../errors.ts';
import type { MissingReason } from '../passage.ts';
import type { CallOptions, ChatAnswer, ChatChoice, ChatModel } from './chat-model.ts';
import { parseJson } from './parse-json.ts';
import { type Prompt, type PromptVariables, render } from './prompt.ts';

export interface Question<T> {
  prompt: Prompt;
  variables: PromptVariables;
  /** Reads one answer; null when it cannot be read. See {@link jsonAnswer}. */
  parse: (text: string) => T | null;
  /** How many answers to draw. Default 1. */
  n?: number;
  /** Range 0 to 2. Default 0. */
  temperature?: number;
  seed?: number;
}

export type UnusableReason = Extract<MissingReason, 'refused' | 'unparsable' | 'truncated' | 'call-failed'>;

/** One answer as read, with the text it was read from (the error message where the call failed). */
export type Asked<T> =
  | { value: T; reason: null; raw: string }
  | { value: null; reason: UnusableReason; raw: string };

/** Statuses that blame this one request: refused by a filter, too long, not processable. */
const REQUEST_AT_FAULT: readonly (number | null)[] = [400, 413, 422];

/** Whether a call failed for what it asked, so that other calls may still succeed. */
export function blamesRequest(error: unknown): error is ModelCallError {
  return error instanceof ModelCallError && REQUEST_AT_FAULT.includes(error.status);
}

/**
 * The answers in the service's order, at most `n` of them and at least one; no answer at all is an unparsable one.
 *
 * @throws ModelCallError when the service did not answer, for a reason that is not this request's
 * @throws PromptError when the variables are not those of the prompt
 */
export async function ask<T>(
  model: ChatModel,
  { prompt, variables, parse, n = 1, temperature = 0, seed }: Question<T>,
  options?: CallOptions,
): Promise<Asked<T>[]> {
  const request = {
    messages: render(prompt, variables),
    n,
    temperature,
    ...(seed === undefined ? {} : { seed }),
    schema: { name: prompt.name, schema: prompt.answer },
    purpose: prompt.name,
  };
  let answer: ChatAnswer;
  try {
    answer = await model.complete(request, options);
  } catch (error) {
    if (!blamesRequest(error)) throw error;
    const failed: Asked<T> = { value: null, reason: 'call-failed', raw: error.message };
    return Array.from({ length: n }, () => failed);
  }
  if (answer.choices.length === 0) return [{ value: null, reason: 'unparsable', raw: '' }];
  return answer.choices.slice(0, n).map((choice) => readChoice(choice, parse));
}

/** One answer to a question asked once. */
export async function askOnce<T>(
  model: ChatModel,
  question: Question<T>,
  options?: CallOptions,
): Promise<Asked<T>> {
  const [asked] = await ask(model, { ...question, n: 1 }, options);
  return asked as Asked<T>;
}

/** Reads an answer as JSON of one shape. */
export function jsonAnswer<T>(schema: z.ZodType<T>): (text: string) => T | null {
  return (text) => schema.safeParse(parseJson(text)).data ?? null;
}

function readChoice<T>({ text, finishReason }: ChatChoice, parse: (text: string) => T | null): Asked<T> {
  const unusable = (reason: UnusableReason): Asked<T> => ({ value: null, reason, raw: text });
  if (finishReason === 'refusal' || finishReason === 'content-filter') return unusable('refused');
  if (finishReason === 'length') return unusable('truncated');
  const value = parse(text);
  return value === null ? unusable('unparsable') : { value, reason: null, raw: text };
}
