import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatModelConfig } from '../../../src/config/schema.ts';
import { BackendError, ModelCallError } from '../../../src/errors.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { createTransformersChat } from '../../../src/models/transformers/transformers-chat.ts';
import {
  importTransformers,
  type TransformersImporter,
} from '../../../src/models/transformers/transformers-loading.ts';
import { describeChatModel } from '../../contract/chat-model.contract.ts';
import { chatSettings } from '../../support/settings.ts';
import { makeTinyCausalModel, type TinyCausalModel } from '../../support/tiny-causal.ts';

const chat = (changes: Partial<ChatModelConfig>, importer?: TransformersImporter) => {
  const config = chatSettings({ provider: 'transformers', dtype: 'fp32', maxOutputTokens: 200, ...changes });
  return createTransformersChat(config, { env: {}, ...(importer && { importer }) });
};

/** The library with a model whose generation fails. */
const brokenImporter: TransformersImporter = async () => {
  const transformers = await importTransformers();
  const pipeline: typeof transformers.pipeline = async (...args) => {
    const generator = (await transformers.pipeline(...args)) as { model: object };
    Object.assign(generator.model, { generate: () => Promise.reject(new Error('out of memory')) });
    return generator;
  };
  return { ...transformers, env: transformers.env, pipeline };
};

describeChatModel('the transformers adapter', async () => {
  const short = await makeTinyCausalModel({ endBias: 1 });
  const endless = await makeTinyCausalModel({ endBias: -50, context: 1e6 });
  return {
    // Greedy decoding of some seeds ends at once; these draws do not.
    model: seeded(chat({ model: short.path })),
    failing: chat({ model: short.path }, brokenImporter),
    hanging: chat({ model: endless.path, maxOutputTokens: 1e6 }),
    close: async () => void (await Promise.all([short.remove(), endless.remove()])),
  };
});

function seeded(model: ReturnType<typeof chat>): ReturnType<typeof chat> {
  return { id: model.id, complete: (request, options) => model.complete({ ...request, seed: 3 }, options) };
}

describe('a tiny language model', () => {
  let tiny: TinyCausalModel;
  let wordy: TinyCausalModel;
  beforeAll(async () => {
    [tiny, wordy] = await Promise.all([
      makeTinyCausalModel({ endBias: 0.5 }),
      makeTinyCausalModel({ endBias: -50, chatTemplate: false }),
    ]);
    return () => Promise.all([tiny.remove(), wordy.remove()]);
  });

  const request: ChatRequest = { messages: [{ role: 'user', content: 'where is oslo' }], purpose: 'test' };
  const texts = async (model: ReturnType<typeof chat>, changes: Partial<ChatRequest>) =>
    (await model.complete({ ...request, ...changes })).choices.map(({ text }) => text);

  it('gives the same answers for a seed, other ones for another, and draws that differ', async () => {
    const model = chat({ model: tiny.path });
    const first = await texts(model, { n: 4, seed: 1, temperature: 1 });
    expect(await texts(model, { n: 4, seed: 1, temperature: 1 })).toEqual(first);
    expect(await texts(model, { n: 4, seed: 50, temperature: 1 })).not.toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(1);
  });

  it('takes the likeliest word at temperature 0', async () => {
    const brief = chat({ model: wordy.path, maxOutputTokens: 5 });
    const [first, second] = await texts(brief, { n: 2, temperature: 0 });
    expect(first).toBe(second);
    expect(first?.split(' ')).toHaveLength(5);
  });

  it('says that an answer was cut off, by the limit of the settings or by the context', async () => {
    const model = chat({ model: wordy.path });
    const limited = await chat({ model: wordy.path, maxOutputTokens: 3 }).complete(request);
    expect(limited.choices[0]?.finishReason).toBe('length');
    expect(limited.usage).toEqual({ requests: 1, inputTokens: 3, outputTokens: 3 });
    const full = await model.complete(request);
    expect(full.choices[0]?.finishReason).toBe('length');
    expect(full.usage).toEqual({ requests: 1, inputTokens: 3, outputTokens: 61 });
  });

  it('makes the prompt by the chat template where there is one', async () => {
    const { usage } = await chat({ model: tiny.path }).complete(request);
    expect(usage.inputTokens).toBe('user where is oslo assistant'.split(' ').length);
  });

  it('refuses a prompt that is longer than the context, as a fault of the request', async () => {
    const messages = [{ role: 'user' as const, content: 'oslo '.repeat(70) }];
    const error = await chat({ model: tiny.path })
      .complete({ ...request, messages })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelCallError);
    expect(error).toMatchObject({ status: 413, retryable: false });
  });

  it('says what is missing when it cannot be loaded', async () => {
    const error = await chat({ model: './nowhere' })
      .complete(request)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect((error as Error).message).toMatch(/^Chat model "\.\/nowhere"/);
  });
});
