import type { CallOptions } from './chat-model.ts';

/**
 * Turns texts into vectors.
 *
 * Promises: one vector a text, in input order, all of one length; each has Euclidean length 1 (the zero vector for a
 * text with nothing to embed); equal texts give equal vectors whatever else is in the batch; the adapter does the
 * batching; an empty list gives an empty list without loading anything.
 *
 * @throws BackendError when a local model cannot be loaded
 * @throws ModelCallError when a service did not answer
 */
export interface Embedder {
  /** `provider/model`, for records. */
  readonly id: string;
  embed(texts: readonly string[], options?: CallOptions): Promise<Float32Array[]>;
}

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
