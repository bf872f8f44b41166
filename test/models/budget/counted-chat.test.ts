import { describe, expect, it } from 'vitest';
import { countUsage } from '../../../src/models/budget/counted-chat.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import type { Usage } from '../../../src/passage.ts';
import { completion, type RecordedRequest } from '../../support/openai-server.ts';
import { servedChat } from '../../support/service-chat.ts';

/** 10 tokens of text, and 7 around it. */
const request: ChatRequest = { messages: [{ role: 'user', content: 'x'.repeat(40) }], purpose: 'test' };

const said = (usage: Usage, text = 'y'.repeat(8)) =>
  countUsage(
    {
      id: 'test/model',
      complete: async () => ({ choices: [{ text, finishReason: 'stop' as const }], usage }),
    },
    'unknown-model',
  ).complete(request);

describe('the counts of an answer', () => {
  it('are those of its service', async () => {
    const usage = { requests: 1, inputTokens: 5, outputTokens: 3 };
    expect((await said(usage)).usage).toBe(usage);
    const nothing = { requests: 1, inputTokens: 5, outputTokens: 0 };
    expect((await said(nothing, '')).usage).toBe(nothing);
  });

  it('are estimated where there are none, each by itself, for every request', async () => {
    expect((await said({ requests: 1, inputTokens: 0, outputTokens: 0 })).usage).toEqual({
      ...{ requests: 1, inputTokens: 17, outputTokens: 2, estimated: true },
    });
    expect((await said({ requests: 3, inputTokens: 0, outputTokens: 9 })).usage).toEqual({
      ...{ requests: 3, inputTokens: 51, outputTokens: 9, estimated: true },
    });
  });

  it('are none where nobody was asked', async () => {
    const usage = { requests: 0, inputTokens: 0, outputTokens: 0 };
    expect((await said(usage)).usage).toBe(usage);
  });
});

describe('a service', () => {
  /** Its answer with this usage. */
  async function counted(text: string, usage: unknown) {
    const handler = (asked: RecordedRequest) => ({
      body: { ...(completion(asked, [text]).body as object), usage },
    });
    const { model } = await servedChat({ handler }, { model: 'unknown-model', maxOutputTokens: 100 });
    return model.complete(request);
  }

  it.each([
    ['no usage', undefined],
    ['null', null],
    ['negative counts', { prompt_tokens: -1000, completion_tokens: -1 }],
    ['counts that are texts', { prompt_tokens: '0x00', completion_tokens: '12' }],
    ['counts that are not whole', { prompt_tokens: 1.5, completion_tokens: 0.1 }],
    ['counts of another kind', { prompt_tokens: [7], completion_tokens: { total: 7 } }],
    ['counts beyond any model', { prompt_tokens: 9e15, completion_tokens: 1e300 }],
    ['counts beyond what it was sent and asked for', { prompt_tokens: 9e8, completion_tokens: 9e8 }],
  ])('that sends %s is estimated', async (_name, usage) => {
    const answer = await counted('y'.repeat(8), usage);
    expect(answer.usage).toEqual({ requests: 1, inputTokens: 17, outputTokens: 2, estimated: true });
  });

  it.each([
    ['its template around a short prompt', { prompt_tokens: 900, completion_tokens: 2 }],
    ['reasoning beyond the limit', { prompt_tokens: 17, completion_tokens: 50_000 }],
  ])('that counts %s is believed', async (_name, usage) => {
    expect((await counted('yes', usage)).usage).toEqual({
      ...{ requests: 1, inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
    });
  });
});
