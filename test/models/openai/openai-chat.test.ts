import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { createOpenAiChat, servedChat } from '../../support/service-chat.ts';
import { describeChatModel } from '../../contract/chat-model.contract.ts';
import { completion, type OpenAiServer } from '../../support/openai-server.ts';
import { chatSettings } from '../../support/settings.ts';
import { onThreeServices } from '../../support/serve-openai.ts';

const request: ChatRequest = { messages: [{ role: 'user', content: 'Where is Oslo?' }], purpose: 'test' };
const schema = {
  name: 'place',
  schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
};
const texts = (answer: { choices: { text: string }[] }) => answer.choices.map((choice) => choice.text);

for (const [name, options] of [
  ['a service with n', {}],
  ['a service that ignores n', { ignoreN: true }],
  ['a service that refuses n', { reject: ['n'] }],
] as const) {
  describeChatModel(`the OpenAI adapter on ${name}`, () =>
    onThreeServices(
      (url) => createOpenAiChat(chatSettings({ baseUrl: url, maxRetries: 0 }), { env: {} }),
      options,
    ),
  );
}

describe('address and key', () => {
  it('needs a key for the official service and names the variable, whose value is not blank', () => {
    const env = { OPENAI_API_KEY: 'another', MY_KEY: ' ' };
    const make = () => createOpenAiChat(chatSettings({ apiKeyEnv: 'MY_KEY' }), { env });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(/MY_KEY/);
  });

  it('finds the service in OPENAI_BASE_URL and sends the key of the named variable', async () => {
    const { server } = await servedChat();
    const env = { OPENAI_BASE_URL: server.url, MY_KEY: 'key-of-mine', OPENAI_ORG_ID: 'secret-organisation' };
    await createOpenAiChat(chatSettings({ apiKeyEnv: 'MY_KEY' }), { env }).complete(request);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer key-of-mine');
    expect(JSON.stringify(server.requests)).not.toContain('secret-organisation');
  });
});

describe('parameters', () => {
  it('sends model, messages, temperature and seed, and nothing unasked', async () => {
    const { server, model } = await servedChat();
    await model.complete(request);
    await model.complete({ ...request, temperature: 0, seed: 7, n: 2 });
    const plain = { model: 'test-model', messages: request.messages };
    expect(server.chatBodies()).toEqual([plain, { ...plain, temperature: 0, seed: 7, n: 2 }]);
  });

  it('renames the token limit once and remembers', async () => {
    const { server, model } = await servedChat({ reject: ['max_tokens'] }, { maxOutputTokens: 50 });
    for (let call = 0; call < 2; call++) await model.complete(request);
    const limits = server.chatBodies().map((body) => [body.max_tokens, body.max_completion_tokens]);
    expect(limits).toEqual([
      [50, undefined],
      [undefined, 50],
      [undefined, 50],
    ]);
  });

  it('does not give up a token limit that is refused under both names', async () => {
    const reject = ['max_tokens', 'max_completion_tokens'];
    const { server, model } = await servedChat({ reject }, { maxOutputTokens: 50 });
    await expect(model.complete(request)).rejects.toHaveProperty('status', 400);
    expect(server.requests).toHaveLength(2);
  });

  it('drops temperature and seed where they are refused', async () => {
    const { server, model } = await servedChat({ reject: ['temperature', 'seed'] });
    for (let call = 0; call < 2; call++) await model.complete({ ...request, temperature: 0.5, seed: 1 });
    const bodies = server.chatBodies();
    expect(bodies).toHaveLength(4);
    for (const body of bodies.slice(2)) {
      expect(body).not.toHaveProperty('temperature');
      expect(body).not.toHaveProperty('seed');
    }
  });

  it('understands a refusal in the form of FastAPI', async () => {
    const { server, model } = await servedChat();
    server.enqueue({
      status: 422,
      body: { detail: [{ loc: ['body', 'seed'], msg: 'extra fields not permitted' }] },
    });
    await model.complete({ ...request, seed: 1 });
    expect(server.chatBodies().map((body) => body.seed)).toEqual([1, undefined]);
  });
});

describe('several choices', () => {
  it('keeps the order of the service', async () => {
    const { server, model } = await servedChat();
    const answer = completion({ method: 'POST', path: '', headers: {}, body: null }, ['b', 'a', 'c']);
    const body = answer.body as { choices: { index: number }[] };
    body.choices.forEach((choice, position) => {
      choice.index = [1, 0, 2][position] as number;
    });
    server.enqueue(answer);
    expect(texts(await model.complete({ ...request, n: 3 }))).toEqual(['a', 'b', 'c']);
  });

  it('fills up what is missing, in order, and asks singly from then on', async () => {
    const { server, model } = await servedChat({
      ignoreN: true,
      handler: ({ body }) => ({
        ...completion({ method: '', path: '', headers: {}, body }, [`seed ${body.seed}`]),
      }),
    });
    const first = await model.complete({ ...request, n: 3, seed: 5 });
    expect(texts(first)).toEqual(['seed 5', 'seed 6', 'seed 7']);
    expect(first.usage).toEqual({ requests: 3, inputTokens: 9, outputTokens: 6 });
    await model.complete({ ...request, n: 3, seed: 5 });
    expect(server.chatBodies().map((body) => body.n)).toEqual([3, ...new Array(5).fill(undefined)]);
  });

  it('remembers that n is refused', async () => {
    const { server, model } = await servedChat({ reject: ['n'] });
    for (let call = 0; call < 2; call++) await model.complete({ ...request, n: 2 });
    expect(server.chatBodies().map((body) => body.n)).toEqual([2, ...new Array(4).fill(undefined)]);
  });

  it('does not try n where the settings say no', async () => {
    const { server, model } = await servedChat({}, { multipleChoices: 'no' });
    expect((await model.complete({ ...request, n: 3 })).choices).toHaveLength(3);
    expect(server.chatBodies().map((body) => body.n)).toEqual([undefined, undefined, undefined]);
  });

  it('does not work round a refused n where the settings say yes', async () => {
    const { model } = await servedChat({ reject: ['n'] }, { multipleChoices: 'yes' });
    await expect(model.complete({ ...request, n: 3 })).rejects.toHaveProperty('status', 400);
  });
});

describe('structured output', () => {
  const formats = (server: OpenAiServer) => server.chatBodies().map((body) => body.response_format?.type);

  it('asks for a strict JSON schema', async () => {
    const { server, model } = await servedChat();
    await model.complete({ ...request, schema });
    const expected = { type: 'json_schema', json_schema: { ...schema, strict: true } };
    expect(server.chatBodies()[0].response_format).toEqual(expected);
  });

  it('falls back to a JSON object, then to nothing, and remembers', async () => {
    const { server, model } = await servedChat({ rejectFormats: ['json_schema', 'json_object'] });
    for (let call = 0; call < 2; call++) await model.complete({ ...request, schema });
    expect(formats(server)).toEqual(['json_schema', 'json_object', undefined, undefined]);
  });

  it('stays with a JSON object where that is taken', async () => {
    const { server, model } = await servedChat({ rejectFormats: ['json_schema'] });
    for (let call = 0; call < 2; call++) await model.complete({ ...request, schema });
    expect(formats(server)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('finds its way when several calls are refused at once', async () => {
    const { server, model } = await servedChat({
      rejectFormats: ['json_schema', 'json_object'],
      reject: ['temperature'],
    });
    const calls = Array.from({ length: 4 }, () => model.complete({ ...request, schema, temperature: 1 }));
    expect(await Promise.all(calls)).toHaveLength(4);
    const before = server.requests.length;
    await model.complete({ ...request, schema, temperature: 1 });
    expect(server.requests.length).toBe(before + 1);
  });

  it.each([
    ['json-object', 'json_object'],
    ['none', undefined],
  ] as const)('follows the setting %s', async (structuredOutput, expected) => {
    const { server, model } = await servedChat({}, { structuredOutput });
    await model.complete({ ...request, schema });
    expect(formats(server)).toEqual([expected]);
  });

  it('does not fall back where the settings name a form', async () => {
    const { model } = await servedChat(
      { rejectFormats: ['json_schema'] },
      { structuredOutput: 'json-schema' },
    );
    await expect(model.complete({ ...request, schema })).rejects.toHaveProperty('status', 400);
  });
});

describe('endings', () => {
  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['something new', 'stop'],
  ])('reads the finish reason %s as %s', async (finishReason, expected) => {
    const { model } = await servedChat({
      handler: (asked) => completion(asked, ['so far'], { finishReason }),
    });
    expect((await model.complete(request)).choices).toEqual([{ text: 'so far', finishReason: expected }]);
  });

  it('reads a refusal with its words', async () => {
    const { model } = await servedChat({
      handler: (asked) => completion(asked, [''], { refusal: 'I cannot.' }),
    });
    expect((await model.complete(request)).choices).toEqual([{ text: 'I cannot.', finishReason: 'refusal' }]);
  });

  it('takes an answer without choices for an empty answer, as often as was asked', async () => {
    const { model, server } = await servedChat({ handler: () => ({ body: { choices: [] } }) });
    const empty = { text: '', finishReason: 'stop' };
    expect((await model.complete({ ...request, n: 3 })).choices).toEqual([empty, empty, empty]);
    expect(server.requests).toHaveLength(4);
  });

  it('reads a choice without a message, one in parts, and one that begins with reasoning', async () => {
    const parts = [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }];
    const choices = [
      { index: 0, finish_reason: 'stop' },
      { index: 1, message: { content: parts }, finish_reason: 'stop' },
      { index: 2, message: { content: '<think>\n{"no": 1}\n</think>\n\nyes' }, finish_reason: 'stop' },
    ];
    const { model } = await servedChat({ handler: () => ({ body: { choices } }) });
    expect(texts(await model.complete({ ...request, n: 3 }))).toEqual(['', 'ab', 'yes']);
  });
});
