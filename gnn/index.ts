/**
 * Graph encoders in TF.js. They know tensors and plain arrays, nothing of triples or language models.
 * Importing this file does not load TF.js; `createEncoder` does.
 */
export { createEncoder, type EncoderOptions, type GraphEncoder } from './encoder.ts';
export type { GraphBatch, GraphEdge } from './graph-batch.ts';
export type { Activation } from './layer.ts';
export type { BackendName, RejectedBackend } from './runtime.ts';
