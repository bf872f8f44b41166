import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbedderConfig } from '../../../src/config/schema.ts';
import { createTokenEmbedder } from '../../../src/models/create.ts';
import { createTransformersEmbedder } from '../../../src/models/transformers/transformers-embedder.ts';
import type { TransformersImporter } from '../../../src/models/transformers/transformers-loading.ts';
import { createTransformersTokens } from '../../../src/models/transformers/transformers-embedder.ts';
import { describeTokenEmbedder } from '../../contract/token-embedder.contract.ts';
import { embedderSettings } from '../../support/settings.ts';
import { makeTinyModel, type TinyModel } from '../../support/tiny-model.ts';

let tiny: TinyModel;
beforeAll(async () => {
  tiny = await makeTinyModel();
  return tiny.remove;
});

const settings = (changes: Partial<EmbedderConfig>) =>
  embedderSettings({ provider: 'transformers', ...changes });

for (const dtype of ['fp32', 'q8'] as const) {
  describeTokenEmbedder(`the transformers adapter (${dtype})`, async () => {
    const own = await makeTinyModel();
    const config = settings({ model: own.path, dtype, batchSize: 3 });
    return { embedder: createTransformersTokens(config, { env: {} }), close: own.remove };
  });
}

describe('token states', () => {
  const embed = (texts: readonly string[]) =>
    createTransformersTokens(settings({ model: tiny.path }), { env: {} }).embedTokens(texts);

  it('are those of the word pieces, without special tokens', async () => {
    const [words, pieces, unknown] = await embed(['born in the city', 'born ab', '東']);
    expect(words).toHaveLength(4);
    expect(pieces).toHaveLength(3);
    expect(unknown).toHaveLength(1);
    expect(words?.[0]).toHaveLength(tiny.hidden);
  });

  it('depend on the words around them', async () => {
    const [north, south] = await embed(['king of the north', 'king of the south']);
    expect(north?.[0]).not.toEqual(south?.[0]);
  });

  it('are cut at the limit of 128 tokens, the opening special one among them', async () => {
    const [cut] = await embed(['city '.repeat(200)]);
    expect(cut).toHaveLength(127);
  });

  it('belong to the model of the sentence embedder', async () => {
    const config = settings({ model: tiny.path });
    expect(createTransformersTokens(config, { env: {} }).id).toBe(
      createTransformersEmbedder(config, { env: {} }).id,
    );
  });

  it('need no model for an empty list', async () => {
    const importer = () => Promise.reject(new Error('loaded'));
    const embedder = createTransformersTokens(settings({}), { env: {}, importer });
    expect(await embedder.embedTokens([])).toEqual([]);
  });

  it('are of length 1 and in their places, by hand', async () => {
    const embedder = createTransformersTokens(settings({ model: 'a/b' }), { env: {}, importer: stubbed });
    const [one, two] = await embedder.embedTokens(['x', 'x y']);
    expect(one).toEqual([Float32Array.of(0.6, 0.8)]);
    expect(two).toEqual([Float32Array.of(0, 1), Float32Array.of(-1, 0)]);
  });
});

/** Two texts, "x" and "x y", between the special tokens 1 and 2 and with padding 0 in the first. */
const stubbed: TransformersImporter = async () => {
  const dims = [2, 4];
  const ids = [1, 7, 2, 0, 1, 7, 8, 2].map(BigInt);
  const mask = [1, 1, 1, 0, 1, 1, 1, 1].map(BigInt);
  const states = [9, 9, 3, 4, 9, 9, 9, 9, 9, 9, 0, 5, -2, 0, 9, 9];
  const tokenizer = Object.assign(
    () => ({
      input_ids: { data: BigInt64Array.from(ids), dims },
      attention_mask: { data: BigInt64Array.from(mask), dims },
    }),
    { encode: () => [1, 2], model_max_length: Number.POSITIVE_INFINITY },
  );
  const last_hidden_state = { data: Float32Array.from(states), dims: [2, 4, 2] };
  const model = Object.assign(async () => ({ last_hidden_state }), { config: { hidden_size: 2 } });
  return {
    env: { remoteHost: '', allowRemoteModels: true },
    pipeline: async () => ({ tokenizer, model }),
  };
};

describe('createTokenEmbedder', () => {
  it('makes one of a model that runs here', async () => {
    const embedder = await createTokenEmbedder(settings({ model: tiny.path }), {});
    expect(await embedder?.embedTokens(['queen'])).toHaveLength(1);
  });

  it.each(['lexical', 'openai'] as const)('makes none of the provider %s', async (provider) => {
    expect(await createTokenEmbedder(embedderSettings({ provider }), {})).toBeNull();
  });
});
