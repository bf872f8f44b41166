/** A sentence-embedding model that runs here, through transformers.js and ONNX Runtime. */
import type { EmbedderConfig } from '../config/schema.ts';
import type { CallOptions } from './chat-model.ts';
import type { Embedder } from './embedder.ts';
import type { Environment } from './openai-client.ts';
import {
  type FeatureExtractor,
  importTransformers,
  loadExtractor,
  type TransformersImporter,
} from './transformers-loading.ts';
import { isBlank, normalised, withBlanks } from './vectors.ts';

const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2';
/** 8-bit models scale their activations by the whole batch, so a text must be alone to have one vector. */
const BATCH_DEPENDENT = new Set(['q8', 'int8', 'uint8']);

/**
 * An embedder of a Hugging Face model or a local folder, mean-pooled over tokens. The model is loaded (and
 * downloaded, unless offline) with the first text; a failed load is tried again with the next call.
 *
 * @param options.importer loads the optional package `@huggingface/transformers`
 */
export function createTransformersEmbedder(
  config: EmbedderConfig,
  options: { env: Environment; importer?: TransformersImporter },
): Embedder {
  const model = config.model ?? DEFAULT_MODEL;
  const batchSize = BATCH_DEPENDENT.has(config.dtype) ? 1 : config.batchSize;
  let loading: Promise<FeatureExtractor> | undefined;

  function load(): Promise<FeatureExtractor> {
    loading ??= loadExtractor(
      { ...config, model },
      options.env,
      options.importer ?? importTransformers,
    ).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    id: `transformers/${model}`,
    async embed(texts: readonly string[], { signal }: CallOptions = {}): Promise<Float32Array[]> {
      signal?.throwIfAborted();
      if (texts.length === 0) return [];
      const extract = await load();
      const written = texts.filter((text) => !isBlank(text));
      const vectors: Float32Array[] = [];
      for (let start = 0; start < written.length; start += batchSize) {
        signal?.throwIfAborted();
        vectors.push(...(await embedBatch(extract, written.slice(start, start + batchSize))));
      }
      return withBlanks(texts, vectors, vectors[0]?.length ?? extract.model.config.hidden_size);
    },
  };
}

async function embedBatch(extract: FeatureExtractor, texts: string[]): Promise<Float32Array[]> {
  const { data, dims } = await extract(texts, { pooling: 'mean' });
  const width = dims.at(-1) as number;
  return texts.map((_, row) => normalised(data.slice(row * width, (row + 1) * width)));
}
