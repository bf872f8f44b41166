/** Resolves `embedder.provider: auto` on this machine. The network is never used, so equal machines choose alike. */
import type { EmbedderConfig } from '../config/schema.ts';
import { BackendError } from '../errors.ts';
import { createTransformersEmbedder, DEFAULT_MODEL } from './transformers/transformers-embedder.ts';
import { isModelInstalled, type TransformersOptions } from './transformers/transformers-loading.ts';

export interface ChosenEmbedder {
  embedder: EmbedderConfig;
  /** Why the lexical one was chosen; null for a sentence model. */
  reason: string | null;
}

/**
 * The sentence model where its package and files are installed and one text can be embedded (then offline from there
 * on); else the lexical embedder.
 */
export async function chooseEmbedder(
  config: EmbedderConfig,
  options: TransformersOptions,
): Promise<ChosenEmbedder> {
  const model = config.model ?? DEFAULT_MODEL;
  const lexical = (reason: string): ChosenEmbedder => ({
    embedder: { ...config, provider: 'lexical' },
    reason,
  });
  if (!isModelInstalled({ ...config, model }, options.env)) {
    return lexical(
      `the model ${model} is not on this machine: a run with --set embedder.provider=transformers downloads it`,
    );
  }
  const embedder: EmbedderConfig = { ...config, provider: 'transformers', offline: true };
  try {
    await createTransformersEmbedder(embedder, options).embed(['text']);
    return { embedder, reason: null };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    return lexical(error.message);
  }
}
