/** Node states after all layers: the RGCN equation (see layer.ts) applied once for every set of weights. */
import type { Tensor2D } from '@tensorflow/tfjs-core';
import { columnParts, type ForwardOptions } from './column-parts.ts';
import { activate, messageTensors, rgcnLayer } from './layer.ts';
import type { TensorFlow } from './runtime.ts';

/** @returns one state a node, in node order, of the last layer's output width */
export function forward(tf: TensorFlow, options: ForwardOptions): Float32Array[] {
  const [first = [], ...others] = columnParts(options).map((part) => statesOf(tf, part));
  if (others.length === 0) return first;
  return first.map((state, node) => joined([state, ...others.map((part) => part[node] as Float32Array)]));
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const state = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    state.set(part, at);
    at += part.length;
  }
  return state;
}

function statesOf(tf: TensorFlow, options: ForwardOptions): Float32Array[] {
  // The values are read outside of `tidy`, which would search a returned array for tensors, number by number.
  const states = tf.tidy(() => {
    const messages = messageTensors(tf, options.messages);
    const { layers, activation, lastActivation } = options;
    return layers.reduce(
      (input, weights, layer) => {
        const isActive = lastActivation || layer < layers.length - 1;
        return activate(tf, rgcnLayer(tf, input, messages, weights), isActive ? activation : 'none');
      },
      stack(tf, options.features),
    );
  });
  const values = states.dataSync<'float32'>();
  const [nodeCount, width] = states.shape;
  states.dispose();
  return Array.from({ length: nodeCount }, (_, node) => values.subarray(node * width, (node + 1) * width));
}

/** Vectors of one length d as a tensor [count, d]. */
function stack(tf: TensorFlow, vectors: readonly Float32Array[]): Tensor2D {
  const width = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * width);
  for (const [index, vector] of vectors.entries()) values.set(vector, index * width);
  return tf.tensor2d(values, [vectors.length, width]);
}
