/** Batch sizes and input limits of transformers.js models. */
import type { EmbedderConfig } from '../../config/schema.ts';
import type { CallOptions } from '../chat-model.ts';
import { mapSlices } from '../slices.ts';
import type { LoadedModel } from './transformers-loading.ts';

/** 8-bit models scale activations over the whole batch, so a text gets a stable vector only when it is alone. */
const BATCH_DEPENDENT = new Set<EmbedderConfig['dtype']>(['q8', 'int8', 'uint8']);

/** Texts in one forward pass: as configured, or one where a result would depend on the rest of the batch. */
export const batchSizeFor = ({ dtype, batchSize }: Pick<EmbedderConfig, 'dtype' | 'batchSize'>): number =>
  BATCH_DEPENDENT.has(dtype) ? 1 : batchSize;

/** The results of all items, computed in batches. @throws the signal's reason once it is aborted */
export async function mapBatches<T, R>(
  items: readonly T[],
  config: Pick<EmbedderConfig, 'dtype' | 'batchSize'>,
  { signal }: CallOptions,
  run: (batch: T[]) => Promise<R[]>,
): Promise<R[]> {
  signal?.throwIfAborted();
  return mapSlices(items, batchSizeFor(config), (batch) => {
    signal?.throwIfAborted();
    return run(batch);
  });
}

/** Model families that number positions from after the padding token on. */
const OFFSET_POSITIONS = /^(roberta|xlm-roberta|camembert|mpnet)$/;
/** Used where neither tokenizer nor model states a limit. */
const USUAL_LIMIT = 512;

/** The most tokens one input may have, special tokens included: the smaller of what tokenizer and model state. */
export function tokenLimit({ tokenizer, model: { config } }: LoadedModel): number {
  const { max_position_embeddings: positions, model_type = '', pad_token_id = 0 } = config;
  const offset = OFFSET_POSITIONS.test(model_type) ? pad_token_id + 1 : 0;
  const usable = positions !== undefined && positions > offset ? positions - offset : Infinity;
  const limit = Math.min(usable, tokenizer.model_max_length);
  return limit < 1e6 ? limit : USUAL_LIMIT;
}
