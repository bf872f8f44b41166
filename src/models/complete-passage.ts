/** Fills in what a passage lacks: the response and the samples, asked of the model under evaluation. */
import { InputError } from '../errors.ts';
import type { CompletePassage, Passage } from '../passage.ts';
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

/**
 * The passage with response and samples; samples are empty where none were given and none may be asked.
 *
 * The prompt goes to the model as it is. A missing response is drawn at temperature 0, samples at the
 * temperature given.
 *
 * @throws InputError when there is no response and none may be asked
 * @throws ModelCallError when the service did not answer
 */
export async function completePassage(
  passage: Passage,
  generator: ChatModel | null,
  settings: SamplingSettings,
  options?: CallOptions,
): Promise<CompletePassage> {
  const given = passage.samples ?? [];
  const model = settings.ask ? generator : null;
  const answer =
    passage.response === undefined
      ? await firstResponse(passage, model, settings, options)
      : { response: passage.response };
  const samples =
    given.length > 0 || model === null || settings.n === 0
      ? given.slice(0, settings.limit)
      : (
          await draw(
            model,
            { passage, n: settings.n, temperature: settings.temperature, purpose: 'sample' },
            options,
          )
        ).map(({ text }) => text);
  return { ...passage, ...answer, samples };
}

async function firstResponse(
  passage: Passage,
  model: ChatModel | null,
  { logprobs }: SamplingSettings,
  options?: CallOptions,
): Promise<Pick<CompletePassage, 'response' | 'tokens'>> {
  if (model === null) {
    throw new InputError(`passage "${passage.id}": there is no response, and no model may be asked for it`);
  }
  const asked = {
    passage,
    n: 1,
    temperature: 0,
    purpose: 'respond',
    ...(logprobs !== undefined && { logprobs }),
  };
  const [choice] = await draw(model, asked, options);
  return { response: choice?.text ?? '', ...(choice?.tokens && { tokens: choice.tokens }) };
}

interface Draw {
  passage: Passage;
  n: number;
  temperature: number;
  purpose: string;
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
