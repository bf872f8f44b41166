/** The interface of a model that gives a vector for each token of a text, as BERTScore needs them. */
import type { CallOptions } from './chat-model.ts';

/**
 * Promises: one list a text, in input order; one vector a token, special tokens left out, each of Euclidean length 1;
 * equal texts give equal vectors whatever stands beside them in the batch; texts longer than the model reads are
 * cut at its limit.
 *
 * @throws BackendError when the model cannot be loaded
 */
export interface TokenEmbedder {
  /** `provider/model`, for records. */
  readonly id: string;
  embedTokens(texts: readonly string[], options?: CallOptions): Promise<Float32Array[][]>;
}
