import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, ModelCallError } from '../../../src/errors.ts';
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
    return server.close;
  });
  beforeEach(() => void server.requests.splice(0));

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

  it.each([
    [[[1, 0], [1]], 'vectors of unequal lengths: 2, 1'],
    [[[1, 0]], '1 vectors for 2 texts'],
    [
      [
        [1, 0],
        [1, null],
      ],
      'a component of a vector is not a number',
    ],
  ])('that are answered with %j fail and name model, service and what is wrong', async (vectors, words) => {
    server.enqueue({ body: { data: vectors.map((embedding, index) => ({ index, embedding })) } });
    const embedded = createOpenAiEmbedder(settings(server.url), { env: {} }).embed(['a', 'b']);
    const error = await embedded.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ModelCallError);
    expect(error).toMatchObject({ retryable: false, status: 200 });
    expect(error.message).toBe(
      `embeddings: model "test-embedding" at ${server.url}: the answer cannot be used: ${words}.`,
    );
  });

  it('fail where an answer has vectors of another length than those before', async () => {
    const embedder = createOpenAiEmbedder(settings(server.url), { env: {} });
    server.enqueue({ body: { data: [{ index: 0, embedding: [3, 4] }] } });
    await embedder.embed(['a']);
    server.enqueue({ body: { data: [{ index: 0, embedding: [3, 4, 5] }] } });
    await expect(embedder.embed(['b'])).rejects.toThrow('vectors of unequal lengths: 2, 3');
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
