/**
 * Sends a prompt to a model and parses the answers.
 *
 * An answer that cannot be used (refused, cut off, unreadable, too long a request) is data: null with a reason. An
 * answer that is cut off, unreadable or incomplete is first sent back to the model, once, with its faults. A service
 * that cannot be used at all (bad key, unknown model, unreachable) throws.
 */

import { z } from 'zod';
import { ModelCallError } from '../errors.ts';
import { mapAll } from '../common/map-all.ts';
import { declinesTask } from '../english/refusal.ts';
import type { MissingReason } from '../passage.ts';
import type { CallOptions, ChatChoice, ChatModel, ChatRequest } from './chat-model.ts';
import { NO_ANSWER } from './chat-model.ts';
import { isCutOff, parseJson } from './parse-json.ts';
import { answerNotice, type Prompt, type PromptVariables, render } from './prompt.ts';

export interface Question<T> {
  prompt: Prompt;
  variables: PromptVariables;
  /** Parses one answer; null when it cannot be parsed. See {@link jsonAnswer}. */
  parse: (text: string) => T | null;
  /** What a parsed answer still lacks, one sentence each, without any data in it. Default: nothing. */
  faults?: (value: T) => string[];
  /** How many answers to draw. Default 1. */
  n?: number;
  /** Range 0 to 2. Default 0. */
  temperature?: number;
  seed?: number;
}

export type UnusableReason = Extract<MissingReason, 'refused' | 'unparsable' | 'truncated' | 'call-failed'>;

/** One parsed answer with the text it was read from (the error message where the call failed). */
export type Asked<T> =
  | { value: T; reason: null; raw: string }
  | { value: null; reason: UnusableReason; raw: string };

/** Statuses caused by this one request: an unusable answer, refused by a filter, too long, not processable. */
const REQUEST_AT_FAULT: readonly (number | null)[] = [200, 400, 413, 422];
const LONGEST_BEGINNING = 1000;

/** Whether a call failed because of its request, so that other calls may still succeed. */
export function blamesRequest(error: unknown): error is ModelCallError {
  return error instanceof ModelCallError && REQUEST_AT_FAULT.includes(error.status);
}

/**
 * The answers in the service's order, at most `n` of them and at least one; a missing answer counts as unparsable.
 * @throws ModelCallError when the service did not answer, for a reason that is not this request's
 */
export async function ask<T>(
  model: ChatModel,
  question: Question<T>,
  options?: CallOptions,
): Promise<Asked<T>[]> {
  const { prompt, variables, n = 1, temperature = 0, seed } = question;
  const request: ChatRequest = {
    messages: render(prompt, variables),
    n,
    temperature,
    ...(seed === undefined ? {} : { seed }),
    schema: { name: prompt.name, schema: prompt.answer },
    purpose: prompt.name,
  };
  const choices = await choicesOf(model, request, options);
  if (choices instanceof ModelCallError) {
    const failed: Asked<T> = { value: null, reason: 'call-failed', raw: choices.message };
    return Array.from({ length: n }, () => failed);
  }
  const read = (choice: ChatChoice) => readChoice(choice, question);
  const answers = choices.length === 0 ? [NO_ANSWER] : choices.slice(0, n);
  return mapAll(answers.map(read), async (first) => {
    const faults = faultsOf(first, question);
    if (faults.length === 0) return first;
    const again = { ...request, n: 1, messages: repairMessages(request, shown(first), faults) };
    const repaired = await choicesOf(model, again, options);
    if (repaired instanceof ModelCallError || repaired[0] === undefined) return first;
    const second = read(repaired[0]);
    if (second.value === null) return first;
    const isBetter = first.value === null || faultsOf(second, question).length < faults.length;
    return isBetter ? second : first;
  });
}

export async function askOnce<T>(
  model: ChatModel,
  question: Question<T>,
  options?: CallOptions,
): Promise<Asked<T>> {
  const [asked] = await ask(model, { ...question, n: 1 }, options);
  return asked as Asked<T>;
}

export function jsonAnswer<T>(schema: z.ZodType<T>): (text: string) => T | null {
  return (text) => schema.safeParse(parseJson(text)).data ?? null;
}

/** Reads `{ <field>: text }`, without white space around the text; an empty one cannot be used. */
export const textAnswer = (field: string): ((text: string) => string | null) =>
  jsonAnswer(z.object({ [field]: z.string().trim().min(1) }).transform((answer) => answer[field] as string));

/** The choices, or the error where this request is to blame. */
async function choicesOf(
  model: ChatModel,
  request: ChatRequest,
  options?: CallOptions,
): Promise<ChatChoice[] | ModelCallError> {
  try {
    return (await model.complete(request, options)).choices;
  } catch (error) {
    if (!blamesRequest(error)) throw error;
    return error;
  }
}

/** Not all services report that an answer was cut off or refused; where JSON was asked for, the text shows it. */
function readChoice<T>({ text, finishReason }: ChatChoice, { prompt, parse }: Question<T>): Asked<T> {
  const unusable = (reason: UnusableReason): Asked<T> => ({ value: null, reason, raw: text });
  if (finishReason === 'refusal' || finishReason === 'content-filter') return unusable('refused');
  const asksForJson = prompt.answer.type !== 'string';
  if (asksForJson && declinesTask(text)) return unusable('refused');
  if (finishReason === 'length' || (asksForJson && isCutOff(text))) return unusable('truncated');
  const value = parse(text);
  return value === null ? unusable('unparsable') : { value, reason: null, raw: text };
}

/** What to tell the model about an answer that a second attempt may fix; empty where there is nothing to fix. */
function faultsOf<T>(asked: Asked<T>, { faults }: Question<T>): string[] {
  if (asked.reason === null) return faults?.(asked.value) ?? [];
  if (asked.reason === 'truncated') return ['It was cut off before its end: be shorter.'];
  if (asked.reason !== 'unparsable') return [];
  return [
    parseJson(asked.raw) === undefined
      ? 'There is no JSON in it that can be read.'
      : 'It is not in the form that was asked for.',
  ];
}

/** Some endless answers repeat themselves to the last token, so only the beginning is sent back. */
const shown = ({ reason, raw }: Asked<unknown>): string =>
  reason === 'truncated' && raw.length > LONGEST_BEGINNING ? `${raw.slice(0, LONGEST_BEGINNING)} …` : raw;

function repairMessages({ messages, schema }: ChatRequest, raw: string, faults: readonly string[]) {
  const form = answerNotice(schema?.schema ?? {});
  return [
    ...messages,
    { role: 'assistant', content: raw.trim() === '' ? '(no answer)' : raw } as const,
    {
      role: 'user',
      content: `That answer cannot be used. ${faults.join(' ')} Give the whole answer again. ${form}`,
    } as const,
  ];
}
