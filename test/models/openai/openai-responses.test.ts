import { describe, expect, it } from 'vitest';
import type { ChatModelConfig } from '../../../src/config/schema.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { createOpenAiChat, servedChat } from '../../support/service-chat.ts';
import { describeChatModel } from '../../contract/chat-model.contract.ts';
import { failure, type OpenAiServer, response, type ServerOptions } from '../../support/openai-server.ts';
import { chatSettings } from '../../support/settings.ts';
import { onThreeServices } from '../../support/serve-openai.ts';

const setUp = (options: ServerOptions = {}, changes: Partial<ChatModelConfig> = {}) =>
  servedChat(options, { api: 'responses', ...changes });

const request: ChatRequest = { messages: [{ role: 'user', content: 'Where is Oslo?' }], purpose: 'test' };
const schema = { name: 'place', schema: { type: 'object', properties: {} } };
const bodies = (server: OpenAiServer) => server.requests.map(({ body }) => body);

describeChatModel('the OpenAI adapter on the Responses API', () =>
  onThreeServices((url) =>
    createOpenAiChat(chatSettings({ baseUrl: url, maxRetries: 0, api: 'responses' }), { env: {} }),
  ),
);

describe('the Responses API', () => {
  it('is sent model, input, temperature, limit and schema, and told to store nothing', async () => {
    const { server, model } = await setUp({}, { maxOutputTokens: 50 });
    await model.complete({ ...request, temperature: 0.5, seed: 7, schema });
    expect(server.requests.map(({ path }) => path)).toEqual(['/responses']);
    expect(bodies(server)).toEqual([
      {
        model: 'test-model',
        input: request.messages,
        store: false,
        temperature: 0.5,
        max_output_tokens: 50,
        text: { format: { type: 'json_schema', ...schema, strict: true } },
      },
    ]);
  });

  it('draws one answer a request', async () => {
    const { server, model } = await setUp({ handler: ({ body }) => `answer ${body.input.length}` });
    const answer = await model.complete({ ...request, n: 3 });
    expect(answer.choices).toHaveLength(3);
    expect(answer.usage).toEqual({ requests: 3, inputTokens: 9, outputTokens: 6 });
    expect(server.requests).toHaveLength(3);
  });

  it('falls back from a JSON schema and a temperature that are refused', async () => {
    const { server, model } = await setUp({
      rejectFormats: ['json_schema', 'json_object'],
      reject: ['temperature'],
    });
    await model.complete({ ...request, schema, temperature: 1 });
    await model.complete({ ...request, schema, temperature: 1 });
    expect(bodies(server).slice(-2)).toEqual(
      [0, 1].map(() => ({ model: 'test-model', input: request.messages, store: false })),
    );
    expect(server.requests).toHaveLength(5);
  });

  it.each([
    [{}, 'stop'],
    [{ incomplete: 'max_output_tokens' }, 'length'],
    [{ incomplete: 'content_filter' }, 'content-filter'],
  ])('ends %o as %s', async (extra, finishReason) => {
    const { model } = await setUp({ handler: (asked) => response(asked, 'so far', extra) });
    expect((await model.complete(request)).choices).toEqual([{ text: 'so far', finishReason }]);
  });

  it('reads a refusal with its words, and no output as an empty answer', async () => {
    const { server, model } = await setUp();
    server.enqueue(response({ method: '', path: '', headers: {}, body: null }, '', { refusal: 'I cannot.' }));
    server.enqueue({ body: { output: [] } });
    expect((await model.complete(request)).choices).toEqual([{ text: 'I cannot.', finishReason: 'refusal' }]);
    expect((await model.complete(request)).choices).toEqual([{ text: '', finishReason: 'stop' }]);
  });

  it('is taken where chat completions are refused, and remembered', async () => {
    const { server, model } = await setUp({ responsesOnly: true }, { api: 'auto' });
    for (let call = 0; call < 2; call++) await model.complete(request);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/chat/completions',
      '/responses',
      '/responses',
    ]);
  });

  it('is not tried for a model that is not there, nor where the settings name chat', async () => {
    const unknown = await setUp(
      { handler: () => failure(404, { message: 'no such model' }) },
      { api: 'auto' },
    );
    await expect(unknown.model.complete(request)).rejects.toHaveProperty('status', 404);
    expect(unknown.server.requests).toHaveLength(1);
    const chat = await setUp({ responsesOnly: true }, { api: 'chat' });
    await expect(chat.model.complete(request)).rejects.toHaveProperty('status', 404);
  });
});
