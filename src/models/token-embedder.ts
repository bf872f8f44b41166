import type { CallOptions } from './chat-model.ts';

/**
 * Promises: one list a text, in input order; one vector a token, special tokens left out, each of Euclidean length 1;
 * equal texts give equal vectors whatever else is in the batch; longer texts are cut at the limit of the model.
 *
 * @throws BackendError when the model cannot be loaded
 */
export interface TokenEmbedder {
  /** `provider/model`, for records. */
  readonly id: string;
  embedTokens(texts: readonly string[], options?: CallOptions): Promise<Float32Array[][]>;
}
