import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseEmbedder } from '../../src/models/choose-embedder.ts';
import type { TransformersImporter } from '../../src/models/transformers/transformers-loading.ts';
import { embedderSettings } from '../support/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tinyModel } from '../support/tiny-model.ts';

const never: TransformersImporter = () => {
  throw new Error('was loaded');
};
const auto = (changes: Parameters<typeof embedderSettings>[0] = {}) =>
  embedderSettings({ provider: 'auto', ...changes });

describe('embedder.provider auto', () => {
  it('takes a model that is here, and keeps from the hub', async () => {
    const { path: model } = await tinyModel();
    const { embedder, reason } = await chooseEmbedder(auto({ model }), { env: {} });
    expect(embedder).toEqual(auto({ model, provider: 'transformers', offline: true }));
    expect(reason).toBeNull();
  });

  it('finds it in the cache under its own name', async () => {
    const XDG_CACHE_HOME = await temporaryFolder();
    const folder = path.join(XDG_CACHE_HOME, 'hallugraph', 'models', 'own', 'tiny');
    await cp((await tinyModel()).path, folder, { recursive: true });
    const { embedder } = await chooseEmbedder(auto({ model: 'own/tiny' }), { env: { XDG_CACHE_HOME } });
    expect(embedder.provider).toBe('transformers');
  });

  it('is lexical without the files of a model, and loads nothing to find out', async () => {
    const env = { XDG_CACHE_HOME: await temporaryFolder() };
    const { embedder, reason } = await chooseEmbedder(auto(), { env, importer: never });
    expect(embedder).toEqual(auto({ provider: 'lexical' }));
    expect(reason).toContain('Xenova/all-MiniLM-L6-v2 is not on this machine');
  });

  it('is lexical without the package', async () => {
    const missing = Object.assign(new Error('no such package'), { code: 'ERR_MODULE_NOT_FOUND' });
    const importer = () => Promise.reject(missing);
    const { path: model } = await tinyModel();
    const { embedder, reason } = await chooseEmbedder(auto({ model }), { env: {}, importer });
    expect(embedder.provider).toBe('lexical');
    expect(reason).toContain('@huggingface/transformers is not installed');
  });

  it('is lexical where the model cannot be run', async () => {
    const { path: broken } = await tinyModel();
    await rm(path.join(broken, 'onnx'), { recursive: true });
    const { embedder, reason } = await chooseEmbedder(auto({ model: broken }), { env: {} });
    expect(embedder.provider).toBe('lexical');
    expect(reason).toContain(broken);
  });
});
