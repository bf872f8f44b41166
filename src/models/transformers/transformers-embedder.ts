/** A local embedding model of sentences, or of tokens, through transformers.js and ONNX Runtime. */
import type { EmbedderConfig } from '../../config/schema.ts';
import { BackendError } from '../../errors.ts';
import type { Embedder, TokenEmbedder } from '../embedder.ts';
import { embedFunction } from '../own-functions.ts';
import { normalised } from '../vectors.ts';
import { mapBatches, tokenLimit } from './transformers-limits.ts';
import {
  type FeatureExtractor,
  type LoadedModel,
  pipelineOf,
  type TransformersOptions,
} from './transformers-loading.ts';

/** The embedding model where the configuration names none. */
export const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2';

/** An embedder of a Hugging Face model or a local folder, mean-pooled over tokens. */
export function createTransformersEmbedder(config: EmbedderConfig, options: TransformersOptions): Embedder {
  const model = config.model ?? DEFAULT_MODEL;
  const load = pipelineOf<FeatureExtractor>('feature-extraction', { ...config, model }, options);
  return embedFunction(`transformers/${model}`, (texts, call) =>
    mapBatches(texts, config, call, async (batch) => embedBatch(await load(), batch)),
  );
}

async function embedBatch(extract: FeatureExtractor, texts: string[]): Promise<Float32Array[]> {
  const { data, dims } = await extract(texts, { pooling: 'mean' });
  const width = dims.at(-1) as number;
  return texts.map((_, row) => data.slice(row * width, (row + 1) * width));
}

/**
 * States of the last layer, not pooled, of a Hugging Face model or a local folder. Special tokens are those the
 * tokenizer adds to an empty text.
 */
export function createTransformersTokens(
  config: EmbedderConfig,
  options: TransformersOptions,
): TokenEmbedder {
  const model = config.model ?? DEFAULT_MODEL;
  const load = pipelineOf('feature-extraction', { ...config, model }, options);
  return {
    id: `transformers/${model}`,
    embedTokens: (texts, call = {}) =>
      mapBatches(texts, config, call, async (batch) => statesOf(await load(), batch, model)),
  };
}

async function statesOf(extractor: LoadedModel, texts: string[], name: string): Promise<Float32Array[][]> {
  const { tokenizer, model } = extractor;
  const special = new Set(tokenizer.encode(''));
  const tokens = tokenizer(texts, { padding: true, truncation: true, max_length: tokenLimit(extractor) });
  const { last_hidden_state, token_embeddings } = await model(tokens);
  const states = last_hidden_state ?? token_embeddings;
  if (states === undefined) throw new BackendError(`Embedding model "${name}" gives no states of tokens.`);
  const [, length, width] = states.dims as [number, number, number];
  return texts.map((_, row) => {
    const places = Array.from({ length }, (_, place) => row * length + place);
    return places
      .filter(
        (at) => tokens.attention_mask.data[at] !== 0n && !special.has(Number(tokens.input_ids.data[at])),
      )
      .map((at) => normalised(states.data.subarray(at * width, (at + 1) * width)));
  });
}
