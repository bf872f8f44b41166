import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ChatModelConfig } from '../../../src/config/schema.ts';
import { ModelCallError } from '../../../src/errors.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { createOpenAiChat, servedChat } from '../../support/service-chat.ts';
import { createOpenAiEmbedder } from '../../../src/models/openai/openai-embedder.ts';
import { redact } from '../../../src/models/openai/openai-errors.ts';
import { type Answer, failure } from '../../support/openai-server.ts';
import { chatSettings, embedderSettings } from '../../support/settings.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const KEY = 'sk-test-0123456789abcdefABCDEF';
const PROMPT = 'the text of the prompt';
const request: ChatRequest = { messages: [{ role: 'user', content: PROMPT }], purpose: 'extract' };
const SOON = { 'retry-after-ms': '1' };

const setUp = (changes: Partial<ChatModelConfig>, handler?: () => Answer) =>
  servedChat(handler ? { handler } : {}, { maxRetries: 2, ...changes }, { OPENAI_API_KEY: KEY });

async function failureOf(call: Promise<unknown>): Promise<ModelCallError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelCallError);
  return error as ModelCallError;
}

it('quotes a stream that nobody asked for', async () => {
  const answer: Answer = {
    rawBody: 'data: {"choices": []}\n\ndata: [DONE]\n\n',
    headers: { 'content-type': 'text/event-stream' },
  };
  const { server, model } = await setUp({}, () => answer);
  const error = await failureOf(model.complete(request));
  expect(error.message).toContain(
    'the service answered text/event-stream, not JSON: data: {"choices": []} data:',
  );
  expect(error).toMatchObject({ retryable: false, status: null, mayBeBilled: true });
  expect(server.requests).toHaveLength(1);
});

it('quotes a page under status 200', async () => {
  const page = `<html>\n<title>login ${KEY}</title>`;
  const answer: Answer = { rawBody: page, headers: { 'content-type': 'text/html; charset=utf-8' } };
  const { server, model } = await setUp({}, () => answer);
  const error = await failureOf(model.complete(request));
  expect(error.message).toContain(
    'the service answered text/html, not JSON: <html> <title>login [key]</title>. Check that the base URL is',
  );
  expect(error).toMatchObject({ retryable: false, status: null });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['an answer', { delay: 60_000 }],
  ['the rest of an answer', { drop: 'never', rawBody: '{"choices": []}' }],
] as [string, Answer][])('reports that %s did not come in time', async (_name, answer) => {
  const { model } = await setUp({ maxRetries: 0, timeoutSeconds: 0.05 }, () => answer);
  const error = await failureOf(model.complete(request));
  expect(error).toMatchObject({ retryable: true, status: null });
  expect(error.message).toContain('timeoutSeconds');
});

describe('final failures say what to do', () => {
  it.each([
    [failure(401), 401, 'OPENAI_API_KEY'],
    [failure(403, { message: 'country not supported' }), 403, 'country not supported'],
    [failure(404, { message: 'no such model' }), 404, 'model name'],
    [failure(400, { message: 'too long', code: 'context_length_exceeded' }), 400, 'longer context'],
    [failure(400, { message: "This model's maximum context length is 8 tokens" }), 400, 'longer context'],
    [failure(429, { code: 'insufficient_quota' }, SOON), 429, 'quota'],
    [failure(400, { message: 'flagged', code: 'content_filter' }), 400, 'content filter'],
    [failure(418, { message: 'teapot' }), 418, 'teapot'],
    [{ status: 400, rawBody: '<html>proxy</html>' }, 400, 'refused'],
  ])('%o', async (answer, status, words) => {
    const { server, model } = await setUp({}, () => answer);
    const error = await failureOf(model.complete(request));
    expect(error).toMatchObject({ retryable: false, status, code: 'model-call', exitCode: 3 });
    for (const part of [words, 'extract', 'test-model', server.url]) expect(error.message).toContain(part);
  });

  it('ends the connection of an error at the limit of answers, and asks no more', async () => {
    const answer = { status: 500, rawBody: 'x'.repeat(1_000_001) };
    const { server, model } = await setUp({ maxAnswerBytes: 1_000_000 }, () => answer);
    const error = await failureOf(model.complete(request));
    expect(error).toMatchObject({ retryable: false, status: 413 });
    expect(error.message).toContain('longer than maxAnswerBytes (1000000 bytes)');
    expect(server.requests).toHaveLength(1);
  });

  it('takes an answer of just the limit', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'x'.repeat(900_000) } }] });
    const { model } = await setUp({ maxAnswerBytes: body.length }, () => ({ rawBody: body }));
    expect((await model.complete(request)).choices[0]?.text).toHaveLength(900_000);
  });

  it.each([
    ['at once where nobody has answered yet', false],
    ['after some patience where somebody has', true],
  ])('names a host that cannot be reached, %s', async (_, hasAnswered) => {
    const { server, model } = await setUp({ maxRetries: hasAnswered ? 1 : 4 });
    if (hasAnswered) await model.complete(request);
    await server.close();
    const error = await failureOf(model.complete(request));
    expect(error).toMatchObject({ retryable: hasAnswered, status: null });
    for (const part of ['(connection refused)', server.url]) expect(error.message).toContain(part);
  });

  it.each([
    ['malformed JSON', { rawBody: '{"choices": [' }, true],
    ['another form', { body: { text: 'hello' } }, false],
    ['nothing', { rawBody: '' }, true],
  ] as [string, Answer, boolean][])('reports an answer with %s', async (_name, answer, retryable) => {
    const { model } = await setUp({ maxRetries: 0 }, () => answer);
    const error = await failureOf(model.complete(request));
    expect(error).toMatchObject({ retryable, status: null });
    expect(error.message).toContain('base URL');
  });

  it.each([
    [{ message: 'Provider returned error', code: 429 }, 429, true],
    [{ message: 'No endpoints found', code: 404 }, 404, false],
    [{ message: 'upstream failed' }, 502, true],
  ])('takes an error under status 200 for what it is: %o', async (body, status, retryable) => {
    const { model } = await setUp({ maxRetries: 0 }, () => ({ body: { error: body } }));
    expect(await failureOf(model.complete(request))).toMatchObject({ status, retryable });
  });
});

describe('secrets', () => {
  const echo = `refused: Authorization: Bearer ${KEY}, also sk-te*******CDEF, body {"messages": "${PROMPT}"}`;
  const answers: [string, Answer][] = [
    ...[400, 401, 403, 404, 418, 429, 500].map((status): [string, Answer] => [
      `status ${status}`,
      failure(status, { message: `Key ${KEY} or sk-te*******CDEF` }, { ...SOON, 'x-echo': KEY }),
    ]),
    ['plain text', { status: 400, rawBody: echo }],
    ['FastAPI', { status: 422, body: { detail: [{ loc: ['body'], msg: 'bad', input: { PROMPT, KEY } }] } }],
    ['a redirect loop', { status: 307, headers: { location: '/v1/chat/completions' } }],
    ['malformed JSON', { rawBody: echo }],
    ['a long message', failure(418, { message: `${'x'.repeat(290)} ${KEY}` })],
  ];

  it.each(answers)('are in no error: %s', async (_name, answer) => {
    const { model } = await setUp({ maxRetries: 0 }, () => answer);
    const error = await failureOf(model.complete(request));
    const everything = `${error.stack} ${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`;
    for (const secret of [KEY, KEY.slice(0, 12), 'CDEF', PROMPT]) expect(everything).not.toContain(secret);
  });

  it('are in no error about a key that no header can hold', () => {
    const make = () =>
      createOpenAiChat(chatSettings({ baseUrl: 'http://localhost:1/v1' }), {
        env: { OPENAI_API_KEY: 'secret\nöäü€' },
      });
    expect(make).toThrow(/^OPENAI_API_KEY holds characters that are not allowed in a header$/);
  });

  it('are taken out of a text', () => {
    expect(redact('with abc and gsk_12345678', ['abc'])).toBe('with [key] and [key]');
    expect(redact('risk-assessment of the sky', [])).toBe('risk-assessment of the sky');
  });
});

describe('the embeddings service', () => {
  it('fails in the same way', async () => {
    const server = await serveOpenAi({ handler: () => failure(401, { message: KEY }) });
    const settings = embedderSettings({ provider: 'openai', baseUrl: server.url });
    const embedder = createOpenAiEmbedder(settings, { env: { OPENAI_API_KEY: KEY } });
    const error = await failureOf(embedder.embed(['text']));
    expect(error).toMatchObject({ retryable: false, status: 401 });
    expect(error.message).not.toContain(KEY);
  });

  it('is reported when it gives no vectors', async () => {
    const server = await serveOpenAi({ handler: () => ({ body: {} }) });
    const embedder = createOpenAiEmbedder(embedderSettings({ baseUrl: server.url }), { env: {} });
    await failureOf(embedder.embed(['one', 'two']));
  });
});
