/** A local sentence-embedding model, through transformers.js and ONNX Runtime. */
import type { EmbedderConfig } from '../../config/schema.ts';
import type { Embedder } from '../embedder.ts';
import { embedFunction } from '../own-functions.ts';
import { mapBatches } from './transformers-limits.ts';
import { type FeatureExtractor, pipelineOf, type TransformersOptions } from './transformers-loading.ts';

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
