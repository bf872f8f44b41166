import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseEmbedder } from '../../src/models/choose-embedder.ts';
import type { TransformersImporter } from '../../src/models/transformers/transformers-loading.ts';
import { embedderSettings } from '../support/settings.ts';
import { makeTinyModel, type TinyModel } from '../support/tiny-model.ts';

let tiny: TinyModel;
let scratch: string;
beforeAll(async () => {
  tiny = await makeTinyModel();
  scratch = await mkdtemp(path.join(tmpdir(), 'choose-'));
});
afterAll(async () => {
  await tiny.remove();
  await rm(scratch, { recursive: true, force: true });
});

const never: TransformersImporter = () => {
  throw new Error('was loaded');
};
const auto = (changes: Parameters<typeof embedderSettings>[0] = {}) =>
  embedderSettings({ provider: 'auto', ...changes });

describe('embedder.provider auto', () => {
  it('takes a model that is here, and keeps from the hub', async () => {
    const { embedder, reason } = await chooseEmbedder(auto({ model: tiny.path }), { env: {} });
    expect(embedder).toEqual(auto({ model: tiny.path, provider: 'transformers', offline: true }));
    expect(reason).toBeNull();
  });

  it('finds it in the cache under its own name', async () => {
    const folder = path.join(scratch, 'hallugraph', 'models', 'own', 'tiny');
    await mkdir(folder, { recursive: true });
    await cp(tiny.path, folder, { recursive: true });
    const { embedder } = await chooseEmbedder(auto({ model: 'own/tiny' }), {
      env: { XDG_CACHE_HOME: scratch },
    });
    expect(embedder.provider).toBe('transformers');
  });

  it('is lexical without the files of a model, and loads nothing to find out', async () => {
    const env = { XDG_CACHE_HOME: path.join(scratch, 'empty') };
    const { embedder, reason } = await chooseEmbedder(auto(), { env, importer: never });
    expect(embedder).toEqual(auto({ provider: 'lexical' }));
    expect(reason).toContain('Xenova/all-MiniLM-L6-v2 is not on this machine');
  });

  it('is lexical without the package', async () => {
    const missing = Object.assign(new Error('no such package'), { code: 'ERR_MODULE_NOT_FOUND' });
    const importer = () => Promise.reject(missing);
    const { embedder, reason } = await chooseEmbedder(auto({ model: tiny.path }), { env: {}, importer });
    expect(embedder.provider).toBe('lexical');
    expect(reason).toContain('@huggingface/transformers is not installed');
  });

  it('is lexical where the model cannot be run', async () => {
    const broken = path.join(scratch, 'broken');
    await cp(tiny.path, broken, { recursive: true });
    await rm(path.join(broken, 'onnx'), { recursive: true });
    const { embedder, reason } = await chooseEmbedder(auto({ model: broken }), { env: {} });
    expect(embedder.provider).toBe('lexical');
    expect(reason).toContain(broken);
  });
});
