import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { createOpenAiEmbedder } from '../../../src/models/openai/openai-embedder.ts';
import { describeEmbedder } from '../../contract/embedder.contract.ts';
import { embeddings, type OpenAiServer, startOpenAiServer } from '../../support/openai-server.ts';
import { embedderSettings } from '../../support/settings.ts';

const settings = (baseUrl: string, batchSize = 64) =>
  embedderSettings({ provider: 'openai', model: 'test-embedding', baseUrl, batchSize });

describeEmbedder('the OpenAI embedder', async () => {
  const server = await startOpenAiServer();
  return { embedder: createOpenAiEmbedder(settings(server.url, 3), { env: {} }), close: server.close };
});

describe('requests for embeddings', () => {
  let server: OpenAiServer;
  beforeAll(async () => {
    server = await startOpenAiServer();
  });
  beforeEach(() => void server.requests.splice(0));
  afterAll(() => server.close());

  it('hold a batch each, without blank texts', async () => {
    await createOpenAiEmbedder(settings(server.url, 2), { env: {} }).embed(['a', ' ', 'b', 'c', '']);
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies).toEqual([
      { model: 'test-embedding', input: ['a', 'b'], encoding_format: 'float' },
      { model: 'test-embedding', input: ['c'], encoding_format: 'float' },
    ]);
  });

  it('may be answered in any order', async () => {
    const texts = ['one', 'two', 'three'];
    const embedder = createOpenAiEmbedder(settings(server.url), { env: {} });
    const expected = await embedder.embed(texts);
    const answer = embeddings({ method: '', path: '', headers: {}, body: { input: texts } });
    (answer.body as { data: unknown[] }).data.reverse();
    server.enqueue(answer);
    expect(await embedder.embed(texts)).toEqual(expected);
  });

  it('may be answered with vectors of any length', async () => {
    server.enqueue({ body: { data: [{ index: 0, embedding: [3, 4] }] } });
    const [vector] = await createOpenAiEmbedder(settings(server.url), { env: {} }).embed(['text']);
    expect(vector).toEqual(Float32Array.of(0.6, 0.8));
  });

  it('are not sent for an empty list', async () => {
    await createOpenAiEmbedder(settings(server.url), { env: {} }).embed([]);
    expect(server.requests).toEqual([]);
  });

  it('need a key for the official service', () => {
    expect(() => createOpenAiEmbedder(embedderSettings({ provider: 'openai' }), { env: {} })).toThrow(
      ConfigError,
    );
  });
});
