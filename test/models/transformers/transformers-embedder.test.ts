import { unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { EmbedderConfig } from '../../../src/config/schema.ts';
import { BackendError } from '../../../src/errors.ts';
import { createTransformersEmbedder } from '../../../src/models/transformers/transformers-embedder.ts';
import {
  defaultCacheDir,
  importTransformers,
  type TransformersImporter,
  type TransformersLibrary,
} from '../../../src/models/transformers/transformers-loading.ts';
import { describeEmbedder } from '../../contract/embedder.contract.ts';
import { listening } from '../../support/listening.ts';
import { embedderSettings } from '../../support/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeTinyModel, tinyModel } from '../../support/tiny-model.ts';

const settings = (changes: Partial<EmbedderConfig>) =>
  embedderSettings({ provider: 'transformers', ...changes });
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

for (const dtype of ['fp32', 'q8'] as const) {
  describeEmbedder(`the transformers adapter (${dtype})`, async () => {
    const own = await makeTinyModel();
    const config = settings({ model: own.path, dtype, batchSize: 3 });
    return { embedder: createTransformersEmbedder(config, { env: {} }), close: own.remove };
  });
}

describe('a tiny model in a folder', () => {
  it('places a paraphrase nearer than another subject', async () => {
    const tiny = await tinyModel();
    const embedder = createTransformersEmbedder(settings({ model: tiny.path }), { env: {} });
    const [a, b, c] = await embedder.embed(['was born in the city', 'born in a city', 'queen of music']);
    expect(a).toHaveLength(tiny.hidden);
    expect(cosine(a as Float32Array, b as Float32Array)).toBeGreaterThan(
      cosine(a as Float32Array, c as Float32Array),
    );
  });
});

describe('batches', () => {
  /** A library whose vectors are counts of letters, recording the batches it is given. */
  function recorder() {
    const batches: string[][] = [];
    const extract = async (texts: string[]) => {
      batches.push(texts);
      const data = Float32Array.from(texts.flatMap((text) => [text.length, 1]));
      return { data, dims: [texts.length, 2] };
    };
    const pipeline = async () => Object.assign(extract, { model: { config: { hidden_size: 2 } } });
    const importer: TransformersImporter = async () => ({
      env: { remoteHost: '', allowRemoteModels: true },
      pipeline,
    });
    return { batches, importer };
  }

  it('are of the size that is set', async () => {
    const { batches, importer } = recorder();
    const embedder = createTransformersEmbedder(settings({ batchSize: 2 }), { env: {}, importer });
    await embedder.embed(['a', 'b', '', 'c', 'd', 'e']);
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('are single texts for 8-bit weights', async () => {
    const { batches, importer } = recorder();
    await createTransformersEmbedder(settings({ dtype: 'q8' }), { env: {}, importer }).embed(['a', 'b']);
    expect(batches).toEqual([['a'], ['b']]);
  });

  it('are not even loaded for an empty list', async () => {
    const importer = () => Promise.reject(new Error('loaded'));
    expect(await createTransformersEmbedder(settings({}), { env: {}, importer }).embed([])).toEqual([]);
  });
});

describe('what cannot be loaded', () => {
  afterEach(async () => {
    (await importTransformers()).env.remoteHost = 'https://huggingface.co/';
  });

  async function problem(changes: Partial<EmbedderConfig>, env = {}, importer = importTransformers) {
    const config = settings({ cacheDir: await temporaryFolder(), ...changes });
    const embedder = createTransformersEmbedder(config, { env, importer });
    const error = await embedder.embed(['text']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    return (error as BackendError).message;
  }

  it.each([
    ['missing', { code: 'ERR_MODULE_NOT_FOUND' }, 'npm install @huggingface/transformers'],
    ['broken', {}, 'cannot be loaded'],
  ])('is reported when the optional package is %s', async (_, own, words) => {
    const error = Object.assign(new Error('Cannot find package'), own);
    expect(await problem({}, {}, () => Promise.reject(error))).toContain(words);
  });

  it.each([
    ['the offline setting', { offline: true }, {}],
    ['HF_HUB_OFFLINE', {}, { HF_HUB_OFFLINE: '1' }],
  ])(
    'is reported when the model is not in the cache, under %s, without a request',
    async (_name, changes, env) => {
      const library = (await importTransformers()) as TransformersLibrary & {
        env: { fetch: (url: unknown) => unknown };
      };
      const requests: unknown[] = [];
      const { fetch } = library.env;
      library.env.fetch = (url) => Promise.reject(requests.push(url));
      const cacheDir = await temporaryFolder();
      expect(await problem({ model: 'some/model', cacheDir, ...changes }, env)).toContain(cacheDir);
      library.env.fetch = fetch;
      expect(requests).toEqual([]);
    },
  );

  it('is reported when the hub cannot be reached, or does not know the model', async () => {
    const model = 'some/model';
    const nobody = await problem({ model }, { HF_ENDPOINT: 'http://127.0.0.1:9' });
    expect(nobody).toContain('http://127.0.0.1:9/');
    const { url, close } = await listening(createServer((_, response) => response.writeHead(404).end()));
    onTestFinished(close);
    expect(await problem({ model }, { HF_ENDPOINT: url })).toContain('HF_TOKEN');
  });

  it('is reported when there is no such folder, or a file of it is missing', async () => {
    for (const model of [join('/', 'nowhere'), './nowhere'])
      expect(await problem({ model })).toContain('nowhere');
    const { path: model } = await tinyModel();
    await unlink(join(model, 'onnx', 'model.onnx'));
    expect(await problem({ model })).toContain('onnx');
  });

  it('is tried again with the next call', async () => {
    let attempts = 0;
    const importer: TransformersImporter = () => {
      attempts++;
      return attempts === 1 ? Promise.reject(new Error('busy')) : importTransformers();
    };
    const { path: model } = await tinyModel();
    const embedder = createTransformersEmbedder(settings({ model }), { env: {}, importer });
    await expect(embedder.embed(['text'])).rejects.toBeInstanceOf(BackendError);
    expect(await embedder.embed(['text'])).toHaveLength(1);
  });
});

describe('the cache folder', () => {
  it('is one of the user', () => {
    expect(defaultCacheDir({ XDG_CACHE_HOME: '/cache' })).toBe(join('/cache', 'hallugraph', 'models'));
    expect(defaultCacheDir({})).toContain('hallugraph');
  });
});
