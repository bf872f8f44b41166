/**
 * Graph encoders in TF.js. They know tensors and plain arrays, nothing of triples or language models.
 * TF.js is loaded when an encoder is first asked for states.
 */
export { createEncoder, type GraphEncoder } from './encoder.ts';
export type {
  Activation,
  BackendChoice,
  BackendName,
  EncoderOptions,
  RejectedBackend,
} from './encoder-options.ts';
export type { GraphBatch, GraphEdge } from './graph-batch.ts';
