import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../src/models/create.ts';
import { startOpenAiServer } from '../support/openai-server.ts';
import { embedderSettings } from '../support/settings.ts';
import { tinyModel } from '../support/tiny-model.ts';

describe('createEmbedder', () => {
  it('makes the lexical embedder by default', async () => {
    const embedder = await createEmbedder(embedderSettings(), {});
    expect(embedder.id).toMatch(/^lexical\//);
    expect(await embedder.embed(['Oslo'])).toHaveLength(1);
  });

  it('makes a local model', async () => {
    const tiny = await tinyModel();
    const embedder = await createEmbedder(
      embedderSettings({ provider: 'transformers', model: tiny.path }),
      {},
    );
    const [vector] = await embedder.embed(['Oslo']);
    expect(vector).toHaveLength(tiny.hidden);
  });

  it('makes the embedder of a service, which asks for a text once', async () => {
    const server = await startOpenAiServer();
    const embedder = await createEmbedder(embedderSettings({ provider: 'openai', baseUrl: server.url }), {});
    await embedder.embed(['Oslo', 'Oslo']);
    await embedder.embed(['Oslo']);
    await server.close();
    expect(server.requests.map(({ body }) => body.input)).toEqual([['Oslo']]);
  });
});
