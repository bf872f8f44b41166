/** Redirects: within the origin they are followed with their method; nothing of ours gets to another origin. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelCallError } from '../../../src/errors.ts';
import { openAiBatchService } from '../../../src/models/batch/batch-service.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { createOpenAiEmbedder } from '../../../src/models/openai/openai-embedder.ts';
import { completion, type OpenAiServer, startOpenAiServer } from '../../support/openai-server.ts';
import { listening } from '../../support/listening.ts';
import { chatSettings, embedderSettings } from '../../support/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const STATUSES = [301, 302, 303, 307, 308];
const env = { OPENAI_API_KEY: 'planted-key', HEADER: 'planted-header', OPENAI_BASE_URL: '' };
const request = { messages: [{ role: 'user', content: 'planted text' }], purpose: 'test' } as const;

let elsewhere: OpenAiServer;
let home: { url: string; requests: string[]; close(): Promise<void> };
let status = 307;
beforeAll(async () => {
  elsewhere = await startOpenAiServer();
  home = await redirecting();
});
afterAll(() => Promise.all([elsewhere.close(), home.close()]));

/** Sends every request on to the other server, with credentials and a query that nobody needs to see. */
async function redirecting() {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    incoming.resume();
    const location = `${elsewhere.url.replace('//', '//me:planted-word@')}${incoming.url}?sig=planted-query`;
    outgoing.writeHead(status, { location }).end();
  });
  const { url, close } = await listening(server);
  return { url: `${url}v1`, requests, close };
}

async function batchFile(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'requests.jsonl'), '{"custom_id":"planted text"}\n');
  return join(folder, 'requests.jsonl');
}

const settings = (more = {}) =>
  chatSettings({ baseUrl: home.url, headers: { 'x-api-key': `\${HEADER}` }, maxRetries: 3, ...more });
const batches = () => openAiBatchService(settings(), { env });
const embedder = () =>
  createOpenAiEmbedder(embedderSettings({ provider: 'openai', baseUrl: home.url }), { env });

const CALLS: [string, () => Promise<unknown>][] = [
  ['chat', () => createOpenAiChat(settings(), { env }).complete(request)],
  ['responses', () => createOpenAiChat(settings({ api: 'responses' }), { env }).complete(request)],
  ['Azure', () => createOpenAiChat(settings({ azureApiVersion: '1' }), { env }).complete(request)],
  ['embeddings', () => embedder().embed(['planted text'])],
  ['batch', () => batches().submit('file', '/v1/chat/completions')],
  ['look at a batch', () => batches().check('batch')],
  ['list of batches', () => batches().find('file')],
  ['upload', async () => batches().upload(await batchFile())],
  ['download', () => batches().download('file')],
];

describe.each(STATUSES)('%i to another origin', (redirect) => {
  it.each(CALLS)('is not followed by a call: %s', async (_, call) => {
    status = redirect;
    home.requests.length = 0;
    const error = await call().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ModelCallError);
    const { message, exitCode, retryable } = error as ModelCallError;
    expect({ exitCode, retryable }).toEqual({ exitCode: 3, retryable: false });
    expect(message).toMatch(
      new RegExp(`redirected .${redirect}.,.* host: from ${new URL(home.url).origin}/`),
    );
    expect(message).toContain(` to ${elsewhere.url}/`);
    expect(message).toMatch(/baseUrl or OPENAI_BASE_URL/);
    expect(message).not.toContain('planted');
    expect(home.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a redirect within the origin', () => {
  it.each([301, 302, 307, 308])('%i keeps method, headers and body', async (redirect) => {
    const server = await serveOpenAi({
      handler: (asked) =>
        asked.path.startsWith('/moved/')
          ? completion(asked, ['there'])
          : { status: redirect, headers: { location: '/v1/moved/chat' } },
    });
    const { choices } = await createOpenAiChat(settings({ baseUrl: server.url }), { env }).complete(request);
    expect(choices[0]?.text).toBe('there');
    const [first, second] = server.requests;
    expect(second).toEqual({ ...first, path: '/moved/chat' });
    expect(second).toMatchObject({ method: 'POST', headers: { 'x-api-key': 'planted-header' } });
  });

  it.each([
    ['303, which would drop the body', 303],
    ['one that never ends', 307],
  ])('fails with a word for %s', async (_, redirect) => {
    const server = await serveOpenAi({
      handler: () => ({ status: redirect, headers: { location: '/v1/chat/completions' } }),
    });
    const call = createOpenAiChat(settings({ baseUrl: server.url }), { env }).complete(request);
    await expect(call).rejects.toThrow(`redirected (${redirect})`);
    expect(server.requests).toHaveLength(redirect === 303 ? 1 : 6);
  });
});
