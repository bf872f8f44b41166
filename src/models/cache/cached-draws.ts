/** Draws as stored in a cache: finished answers that can be read, by their index within the key of a request. */
import { ZERO_USAGE } from '../budget/usage.ts';
import type { ChatAnswer, ChatChoice, ChatRequest } from '../chat-model.ts';
import { parseJson } from '../parse-json.ts';
import type { AnswerCache } from './response-cache.ts';

const NOTHING: ChatAnswer = { choices: [], usage: ZERO_USAGE };

export interface CachedDraws {
  texts: ReadonlyMap<number, string>;
  missing: readonly number[];
}

export async function lookUp(cache: AnswerCache, key: string, request: ChatRequest): Promise<CachedDraws> {
  const { firstDraw: first = 0, n = 1 } = request;
  const found = await cache.find(key, { first, n });
  // Earlier versions kept unreadable answers, too.
  const texts = new Map([...found].filter(([, kept]) => isReadable(cachedChoice(kept, request), request)));
  return { texts, missing: numbersOf(request).filter((number) => !texts.has(number)) };
}

export function numbersOf({ firstDraw = 0, n = 1 }: ChatRequest): number[] {
  return Array.from({ length: n }, (_, index) => firstDraw + index);
}

/** Whether JSON was not asked for, or is there: an answer without it may be a passing fault of the service. */
const isReadable = ({ text }: ChatChoice, { schema }: ChatRequest): boolean =>
  schema === undefined || schema.schema.type === 'string' || parseJson(text) !== undefined;

/** The answers worth caching, by draw index: no refusals, no filtered, truncated or unreadable ones. */
export function finishedTexts(
  request: ChatRequest,
  missing: readonly number[],
  choices: readonly ChatChoice[],
): Map<number, string> {
  const isWorthKeeping = (choice: ChatChoice) =>
    choice.finishReason === 'stop' && choice.text.trim() !== '' && isReadable(choice, request);
  return new Map(
    choices.flatMap((choice, index): [number, string][] => {
      const number = missing[index];
      return number !== undefined && isWorthKeeping(choice) ? [[number, cachedForm(choice, request)]] : [];
    }),
  );
}

/** A choice as it is stored: its text alone, or with its tokens where they were requested. */
function cachedForm({ text, tokens }: ChatChoice, { logprobs }: ChatRequest): string {
  return logprobs === undefined ? text : JSON.stringify({ text, tokens });
}

function cachedChoice(kept: string, { logprobs }: ChatRequest): ChatChoice {
  const choice =
    logprobs === undefined ? { text: kept } : (JSON.parse(kept) as Omit<ChatChoice, 'finishReason'>);
  return { ...choice, finishReason: 'stop' };
}

/** The choices ordered by draw index; fewer than requested where the service returned fewer. */
export function merged(request: ChatRequest, { texts, missing }: CachedDraws, fresh = NOTHING): ChatAnswer {
  const choices = numbersOf(request).map((number): ChatChoice | undefined => {
    const text = texts.get(number);
    return text === undefined ? fresh.choices[missing.indexOf(number)] : cachedChoice(text, request);
  });
  return { choices: choices.filter((choice) => choice !== undefined), usage: fresh.usage };
}
