/** Fills in what a passage lacks: the response and the samples, asked of the model under evaluation. */
import { InputError } from '../errors.ts';
import type { Passage } from '../passage.ts';
import type { CallOptions, ChatChoice, ChatModel } from './chat-model.ts';

export interface SamplingSettings {
  /** Whether the generator may be asked. */
  ask: boolean;
  /** Responses to sample where the passage brings none. */
  n: number;
  /** Use at most this many of the samples a passage brings. */
  limit?: number | undefined;
  /** Range 0 to 2. */
  temperature: number;
  /** Asks for the tokens of a missing response, with so many alternatives each. Default: not asked for. */
  logprobs?: number | undefined;
}

/** A passage whose response is there. */
export type AnsweredPassage = Passage & { response: string };

/**
 * The passage with its response. The prompt goes to the model as it is; a missing response is drawn at temperature 0.
 *
 * @throws InputError when there is no response and none may be asked
 * @throws ModelCallError when the service did not answer
 */
export async function answerPassage(
  passage: Passage,
  generator: ChatModel | null,
  { ask, logprobs }: SamplingSettings,
  options?: CallOptions,
): Promise<AnsweredPassage> {
  const { response } = passage;
  if (response !== undefined) return { ...passage, response };
  if (generator === null || !ask) {
    throw new InputError(`passage "${passage.id}": there is no response, and no model may be asked for it`);
  }
  const asked = {
    passage,
    n: 1,
    temperature: 0,
    purpose: 'respond',
    ...(logprobs !== undefined && { logprobs }),
  };
  const [choice] = await draw(generator, asked, options);
  return { ...passage, response: choice?.text ?? '', ...(choice?.tokens && { tokens: choice.tokens }) };
}

/** The samples of a passage, some at a time. */
export interface SampleSource {
  /** Samples there are in all; 0 where none were given and none may be asked. */
  readonly count: number;
  /**
   * The `count` samples after the `first` ones; fewer where a service gives fewer.
   * @throws ModelCallError when the service did not answer
   */
  take(range: { first: number; count: number }, options?: CallOptions): Promise<string[]>;
}

/** Those the passage brings; without any, draws of the model at the temperature given. */
export function sampleSource(
  passage: Passage,
  generator: ChatModel | null,
  { ask, n, limit, temperature }: SamplingSettings,
): SampleSource {
  const brought = passage.samples ?? [];
  if (brought.length > 0 || generator === null || !ask || n === 0) {
    const given = brought.slice(0, limit);
    return { count: given.length, take: async ({ first, count }) => given.slice(first, first + count) };
  }
  return {
    count: n,
    async take({ first, count }, options) {
      const draws = { passage, n: count, temperature, ...(first > 0 && { firstDraw: first }) };
      const choices = await draw(generator, { ...draws, purpose: 'sample' }, options);
      return choices.map(({ text }) => text);
    },
  };
}

interface Draw {
  passage: Passage;
  n: number;
  temperature: number;
  purpose: string;
  firstDraw?: number;
  logprobs?: number;
}

async function draw(
  model: ChatModel,
  { passage, ...request }: Draw,
  options?: CallOptions,
): Promise<ChatChoice[]> {
  const messages = [{ role: 'user', content: passage.prompt } as const];
  const { choices } = await model.complete({ messages, ...request }, options);
  return choices;
}
