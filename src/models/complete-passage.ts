/** Fills in what a passage lacks: the response and the samples, asked of the model under evaluation. */
import { InputError } from '../errors.ts';
import type { CompletePassage, Passage } from '../passage.ts';
import type { CallOptions, ChatModel } from './chat-model.ts';

export interface SamplingSettings {
  /** Whether the generator may be asked. */
  ask: boolean;
  /** Responses to sample where the passage brings none. */
  n: number;
  /** Use at most this many of the samples a passage brings. */
  limit?: number | undefined;
  /** Range 0 to 2. */
  temperature: number;
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
  const response = passage.response ?? (await firstResponse(passage, model, options));
  const samples =
    given.length > 0 || model === null
      ? given.slice(0, settings.limit)
      : await draw(
          model,
          { passage, n: settings.n, temperature: settings.temperature, purpose: 'sample' },
          options,
        );
  return { ...passage, response, samples };
}

async function firstResponse(
  passage: Passage,
  model: ChatModel | null,
  options?: CallOptions,
): Promise<string> {
  if (model === null) {
    throw new InputError(`passage "${passage.id}": there is no response, and no model may be asked for it`);
  }
  const [response] = await draw(model, { passage, n: 1, temperature: 0, purpose: 'respond' }, options);
  return response ?? '';
}

interface Draw {
  passage: Passage;
  n: number;
  temperature: number;
  purpose: string;
}

async function draw(
  model: ChatModel,
  { passage, ...request }: Draw,
  options?: CallOptions,
): Promise<string[]> {
  const messages = [{ role: 'user', content: passage.prompt } as const];
  const { choices } = await model.complete({ messages, ...request }, options);
  return choices.map(({ text }) => text);
}
