import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ChatModelConfig } from '../../../src/config/schema.ts';
import { ConfigError } from '../../../src/errors.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import type { QuirkMemory } from '../../../src/models/openai/chat-quirks.ts';
import { createOpenAiRequests } from '../../../src/models/openai/openai-chat.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { failure } from '../../support/openai-server.ts';
import { chatSettings } from '../../support/settings.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const request: ChatRequest = { messages: [{ role: 'user', content: 'Where is Oslo?' }], purpose: 'test' };
const chat = (changes: Partial<ChatModelConfig>, env = {}, quirks?: QuirkMemory) =>
  createOpenAiChat(chatSettings({ maxRetries: 0, ...changes }), { env, ...(quirks && { quirks }) });

describe('headers', () => {
  it('are sent with their environment variables filled in', async () => {
    const server = await serveOpenAi();
    const headers = { 'X-Title': `\${TITLE}`, 'X-Key': `Token \${MY_TOKEN}` };
    const env = { MY_TOKEN: 'secret-token-1', TITLE: 'hallugraph' };
    await chat({ baseUrl: server.url, headers }, env).complete(request);
    expect(server.requests[0]?.headers).toMatchObject({
      'x-title': 'hallugraph',
      'x-key': 'Token secret-token-1',
    });
  });

  it('may take the place of the key', async () => {
    const server = await serveOpenAi();
    const headers = { Authorization: `Basic \${LOGIN}` };
    await chat({ baseUrl: server.url, headers }, { LOGIN: 'bWU6eW91' }).complete(request);
    expect(server.requests[0]?.headers.authorization).toBe('Basic bWU6eW91');
  });

  it('need their variables', async () => {
    const make = () => chat({ baseUrl: 'http://localhost:1/v1', headers: { 'X-Key': `\${MY_TOKEN}` } });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(/MY_TOKEN/);
  });
});

describe('addresses', () => {
  it('of Azure have the deployment in their path, the version in their query and the key in a header', async () => {
    const server = await serveOpenAi({ handler: () => ({ body: { choices: [] } }) });
    const { origin } = new URL(server.url);
    const settings = {
      baseUrl: origin,
      model: 'my-deployment',
      azureApiVersion: '2024-10-21',
      apiKeyEnv: 'AZURE',
    };
    await chat(settings, { AZURE: 'azure-key' }).complete(request);
    const [sent] = server.requests;
    expect(sent?.path).toBe('/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21');
    expect(sent?.headers['api-key']).toBe('azure-key');
    expect(sent?.headers).not.toHaveProperty('authorization');
  });

  it('keep their query', async () => {
    const server = await serveOpenAi({ handler: () => ({ body: { choices: [] } }) });
    await chat({}, { OPENAI_BASE_URL: `${server.url}/?tenant=a` }).complete(request);
    expect(server.requests[0]?.path).toBe('/chat/completions?tenant=a');
  });

  it.each([
    ['me:pass%3Aword', 'me:pass:word'],
    ['me:50%off', 'me:50%off'],
  ])(
    'of the environment may hold user and password %s, sent as the Basic scheme has them',
    async (written, sent) => {
      const server = await serveOpenAi();
      const OPENAI_BASE_URL = server.url.replace('//', `//${written}@`);
      await chat({}, { OPENAI_BASE_URL }).complete(request);
      const login = Buffer.from(sent).toString('base64');
      expect(server.requests[0]?.headers.authorization).toBe(`Basic ${login}`);
    },
  );

  it.each([
    ['localhost:8000/v1', 'http://localhost:8000/v1'],
    ['api.example.com/v1?key=planted', 'http://api.example.com/v1'],
    ['me:planted@here:1/v1', 'http://here:1/v1'],
    ['ftp://here/planted', 'http://localhost:8000/v1'],
    ['http://', 'http://localhost:8000/v1'],
  ])('%s is no address, and the error shows one', (OPENAI_BASE_URL, example) => {
    const make = () => chat({}, { OPENAI_BASE_URL });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(`begins with http:// or https://, as in ${example}`);
    expect(make).not.toThrow(/planted/);
    const written = { models: { generator: { baseUrl: OPENAI_BASE_URL } } };
    expect(() => resolveConfig(written)).toThrow(/models\.generator\.baseUrl: expected a URL with/);
  });
});

describe('quirks', () => {
  it('that are declared cost no request', async () => {
    const server = await serveOpenAi({ reject: ['temperature', 'seed', 'max_tokens'] });
    const declared = { omit: ['temperature', 'seed'], tokenLimit: 'max_completion_tokens' } as const;
    const model = chat({ baseUrl: server.url, ...declared, omit: [...declared.omit], maxOutputTokens: 9 });
    await model.complete({ ...request, temperature: 1, seed: 1 });
    expect(server.chatBodies()).toEqual([
      { model: 'test-model', messages: request.messages, max_completion_tokens: 9 },
    ]);
  });

  it('that one model learns are known to all that share a memory, service and name', async () => {
    const server = await serveOpenAi({ reject: ['temperature', 'n'] });
    const memory: QuirkMemory = new Map();
    const model = () => chat({ baseUrl: server.url }, {}, memory);
    await model().complete({ ...request, temperature: 1 });
    await model().complete({ ...request, temperature: 1, n: 2 });
    await model().complete({ ...request, temperature: 1 });
    expect(server.chatBodies().map(({ temperature, n }) => [temperature, n])).toEqual([
      [1, undefined],
      [undefined, undefined],
      [undefined, 2],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    const other = chat({ baseUrl: server.url, model: 'another' }, {}, memory);
    await other.complete({ ...request, temperature: 1 });
    expect(server.chatBodies().filter(({ model: name }) => name === 'another')).toHaveLength(2);
  });
});

describe('limits the service tells', () => {
  it('are passed on with answers and errors', async () => {
    const headers = {
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '7',
      'x-ratelimit-reset-requests': '53s',
    };
    const told: unknown[] = [];
    const server = await serveOpenAi({ handler: () => ({ headers, body: { choices: [] } }) });
    const plain = createOpenAiRequests(chatSettings({ baseUrl: server.url }), { env: {} });
    await plain.complete(request, { onRateLimits: (limits) => told.push(limits) });
    server.enqueue(failure(429, {}, headers));
    await expect(plain.complete(request, { onRateLimits: (limits) => told.push(limits) })).rejects.toThrow(
      '429',
    );
    const expected = { requests: { limit: 60, remaining: 7, resetSeconds: 53 }, tokens: null };
    expect(told).toEqual([expected, expected]);
  });
});
