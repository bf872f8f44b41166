/** Against the models that the AI SDK gives for tests. */
import { APICallError, type LanguageModelV2 } from '@ai-sdk/provider';
import { MockEmbeddingModelV3, MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { ModelCallError } from '../../src/errors.ts';
import { type AiSdkLanguageModel, aiSdkChat, aiSdkEmbedder } from '../../src/models/ai-sdk.ts';
import { drawAll } from '../../src/models/limits/all-draws.ts';
import { describeChatModel } from '../contract/chat-model.contract.ts';
import { describeEmbedder } from '../contract/embedder.contract.ts';

type Answer = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const answer = (text: string, unified: Answer['finishReason']['unified'] = 'stop'): Answer => ({
  content: [
    { type: 'reasoning', text: 'Let me see.' },
    { type: 'text', text },
  ],
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 12, noCache: 12, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 3, text: 3, reasoning: undefined },
  },
  warnings: [],
});

const refusal = (options: {
  statusCode?: number;
  isRetryable?: boolean;
  responseHeaders?: Record<string, string>;
}) =>
  new APICallError({
    message: 'no: Bearer sk-secret-key',
    url: 'https://x.test',
    requestBodyValues: {},
    ...options,
  });

const failingWith = (error: Error) => new MockLanguageModelV3({ doGenerate: () => Promise.reject(error) });

describeChatModel('a model of the AI SDK', async () => ({
  model: drawAll(aiSdkChat(new MockLanguageModelV3({ doGenerate: answer('in Norway') })), 'auto'),
  failing: aiSdkChat(failingWith(refusal({ statusCode: 404 }))),
  hanging: aiSdkChat(
    new MockLanguageModelV3({
      doGenerate: ({ abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    }),
  ),
  close: async () => {},
}));

describeEmbedder('an embedding model of the AI SDK', async () => ({
  embedder: aiSdkEmbedder(
    new MockEmbeddingModelV3({
      maxEmbeddingsPerCall: 3,
      doEmbed: async ({ values }) => ({
        embeddings: values.map((text) => [1, ...[0, 1, 2].map((at) => text.codePointAt(at) ?? 0)]),
        warnings: [],
      }),
    }),
  ),
}));

const request = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where is Oslo?' },
    { role: 'assistant', content: 'In Europe.' },
    { role: 'user', content: 'In which country?' },
  ],
  purpose: 'test',
} as const;

describe('aiSdkChat', () => {
  it('asks in the form of the SDK, and takes the text of the answer', async () => {
    const model = new MockLanguageModelV3({
      provider: 'acme',
      modelId: 'large',
      doGenerate: answer('Norway'),
    });
    const chat = aiSdkChat(model);
    const schema = { name: 'place', schema: { type: 'object' } };
    const said = await chat.complete({ ...request, temperature: 0.5, seed: 7, schema });
    expect(chat.id).toBe('acme/large');
    expect(said).toEqual({
      choices: [{ text: 'Norway', finishReason: 'stop' }],
      usage: { requests: 1, inputTokens: 12, outputTokens: 3 },
    });
    const text = (content: string) => [{ type: 'text', text: content }];
    expect(model.doGenerateCalls).toEqual([
      {
        prompt: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: text('Where is Oslo?') },
          { role: 'assistant', content: text('In Europe.') },
          { role: 'user', content: text('In which country?') },
        ],
        ...{ temperature: 0.5, seed: 7 },
        responseFormat: { type: 'json', name: 'place', schema: { type: 'object' } },
      },
    ]);
  });

  it.each([
    ['length', 'length'],
    ['content-filter', 'content-filter'],
    ['error', 'length'],
    ['other', 'stop'],
  ] as const)('takes the end %s for %s', async (unified, finishReason) => {
    const model = new MockLanguageModelV3({ doGenerate: answer('Nor', unified) });
    expect((await aiSdkChat(model).complete(request)).choices[0]?.finishReason).toBe(finishReason);
  });

  it('takes models of the version before, and of the one after', async () => {
    const usage = { inputTokens: 5, outputTokens: undefined, totalTokens: 5 };
    const second = {
      ...{ specificationVersion: 'v2', provider: 'acme', modelId: 'old', supportedUrls: {} },
      doGenerate: async () => ({
        ...{ content: [{ type: 'text', text: 'Norway' }], finishReason: 'length', usage, warnings: [] },
      }),
      doStream: () => Promise.reject(new Error('not used')),
    } satisfies LanguageModelV2 as LanguageModelV2;
    expect(await aiSdkChat(second).complete(request)).toEqual({
      choices: [{ text: 'Norway', finishReason: 'length' }],
      usage: { requests: 1, inputTokens: 5, outputTokens: 0 },
    });
    const fourth: AiSdkLanguageModel = {
      ...{ provider: 'acme', modelId: 'new' },
      doGenerate: async () => ({ ...answer('Nor'), finishReason: { unified: 'interrupted' } }),
    };
    expect((await aiSdkChat(fourth).complete(request)).choices[0]?.finishReason).toBe('length');
  });

  it('says of an error whether trying again may help, and shows no key', async () => {
    const headers = { 'retry-after': '3' };
    const error = refusal({ statusCode: 429, isRetryable: true, responseHeaders: headers });
    const failed = await aiSdkChat(failingWith(error))
      .complete(request)
      .catch((reason: unknown) => reason);
    expect(failed).toBeInstanceOf(ModelCallError);
    expect(failed).toMatchObject({ status: 429, retryable: true, retryAfterSeconds: 3 });
    expect((failed as Error).message).toBe('test: mock-provider/mock-model-id: no: Bearer [key]');
    const other = aiSdkChat(failingWith(new Error('no key'))).complete(request);
    await expect(other).rejects.toMatchObject({ status: null, retryable: false });
  });
});
