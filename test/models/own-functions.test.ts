import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ModelCallError } from '../../src/errors.ts';
import { drawAll } from '../../src/models/limits/all-draws.ts';
import { chatFunction, embedFunction } from '../../src/models/own-functions.ts';
import { describeChatModel } from '../contract/chat-model.contract.ts';
import { describeEmbedder } from '../contract/embedder.contract.ts';

const own = (answer: Parameters<typeof chatFunction>[1]) =>
  drawAll(chatFunction('acme/chat', answer), 'auto');

describeChatModel('a function for a chat model', async () => ({
  model: own(async ({ messages }) => `So: ${messages.at(-1)?.content}`),
  failing: own(() => Promise.reject(new ModelCallError('no', { retryable: false }))),
  hanging: own(async (_, { signal }) =>
    sleep(60_000, 'late', { signal, ref: false }).catch(() => {
      throw signal?.reason;
    }),
  ),
  close: async () => {},
}));

/** As many components as letters, each counting one of them. */
const letters = (text: string) =>
  Array.from(
    { length: 26 },
    (_, index) => text.toLowerCase().split(String.fromCharCode(97 + index)).length - 1,
  );

describeEmbedder('a function for an embedder', async () => ({
  embedder: embedFunction('acme/vectors', async (texts) => texts.map((text) => [1, ...letters(text)])),
}));

describe('a chat model made of a function', () => {
  it('is given the whole request, and guesses the tokens', async () => {
    const asked: unknown[] = [];
    const model = chatFunction('acme/chat', async (request) => {
      asked.push(request);
      return 'in Norway';
    });
    const request = {
      messages: [{ role: 'user', content: 'x'.repeat(52) }],
      temperature: 1,
      purpose: 'test',
    } as const;
    const { choices, usage } = await model.complete(request);
    expect(choices).toEqual([{ text: 'in Norway', finishReason: 'stop' }]);
    expect(usage).toEqual({ requests: 1, inputTokens: 20, outputTokens: 3 });
    expect(asked).toEqual([request]);
  });

  it('says who gave something else than a text', async () => {
    const model = chatFunction('acme/chat', async () => undefined as never);
    await expect(model.complete({ messages: [], purpose: 'test' })).rejects.toThrow(
      'acme/chat: expected a text, found undefined',
    );
  });
});

describe('an embedder made of a function', () => {
  it('is not asked for blank texts, and its vectors are brought to length 1', async () => {
    const asked: string[][] = [];
    const { embed } = embedFunction('acme/vectors', async (texts) => {
      asked.push(texts);
      return texts.map(() => [3, 4]);
    });
    const vectors = await embed(['a', ' ', 'b']);
    expect(asked).toEqual([['a', 'b']]);
    expect(vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(3))))).toEqual([
      [0.6, 0.8],
      [0, 0],
      [0.6, 0.8],
    ]);
  });

  it.each([
    ['too few vectors', [[1]]],
    ['vectors of several lengths', [[1], [1, 2]]],
  ])('refuses %s', async (_, vectors) => {
    const { embed } = embedFunction('acme/vectors', async () => vectors);
    await expect(embed(['a', 'b'])).rejects.toThrow('acme/vectors: expected 2 vectors');
  });
});
