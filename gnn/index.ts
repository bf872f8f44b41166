/**
 * Graph encoders in TF.js. They know tensors and plain arrays, nothing of triples or language models.
 * Importing this file does not load TF.js; `createEncoder` does.
 */
export { createEncoder, type GraphEncoder } from './encoder.ts';
export type { Activation, BackendName, EncoderOptions, RejectedBackend } from './encoder-options.ts';
export type { GraphBatch, GraphEdge } from './graph-batch.ts';
