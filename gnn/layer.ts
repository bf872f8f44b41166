/** One RGCN layer on tensors, by the equation in encoder.ts; states are the rows of [nodeCount, width]. */
import type { Tensor2D } from '@tensorflow/tfjs-core';
import type { Activation } from './encoder-options.ts';
import { gatherRows, rowIndex, scatterRows } from './matrix-rows.ts';
import { type Messages, type RelationRange, relationRanges } from './messages.ts';
import type { TensorFlow } from './runtime.ts';
import type { DenseWeights, DiagonalWeights, LayerWeights } from './weights.ts';

/** `Messages` on the backend; the columns have shape [edges, 1]. */
export interface MessageTensors {
  nodeCount: number;
  ranges: RelationRange[];
  sources: Tensor2D;
  relations: Tensor2D;
  targets: Tensor2D;
  coefficients: Tensor2D;
}

/** @returns null for a batch without edges, where there is nothing to send */
export function messageTensors(tf: TensorFlow, messages: Messages): MessageTensors | null {
  const { nodeCount, sources, relations, targets, coefficients } = messages;
  return sources.length === 0
    ? null
    : {
        nodeCount,
        ranges: relationRanges(relations),
        sources: rowIndex(tf, sources),
        relations: rowIndex(tf, relations),
        targets: rowIndex(tf, targets),
        coefficients: tf.tensor2d(coefficients, [coefficients.length, 1]),
      };
}

export function activate(tf: TensorFlow, states: Tensor2D, activation: Activation): Tensor2D {
  return activation === 'relu' ? tf.relu(states) : activation === 'tanh' ? tf.tanh(states) : states;
}

/** One layer with weights of any form, without σ. */
export function rgcnLayer(
  tf: TensorFlow,
  states: Tensor2D,
  messages: MessageTensors | null,
  weights: LayerWeights,
): Tensor2D {
  const isDiagonal = weights.form === 'diagonal';
  const kept = isDiagonal
    ? (tf.mul(states, tf.tensor1d(weights.self)) as Tensor2D)
    : tf.matMul<Tensor2D>(states, tf.tensor2d(weights.self, [weights.inputWidth, weights.outputWidth]));
  if (messages === null) return kept;
  const sent = isDiagonal
    ? sentByDiagonal(tf, states, messages, weights)
    : sentByMatrix(tf, states, messages, weights);
  return tf.add(scatterRows(tf, sent, messages.targets, messages.nodeCount), kept);
}

/** W_r e_u / c_{v,r} of each message, [edges, width]. */
function sentByDiagonal(
  tf: TensorFlow,
  states: Tensor2D,
  { sources, relations, coefficients }: MessageTensors,
  { relations: diagonals, inputWidth }: DiagonalWeights,
): Tensor2D {
  const rows = tf.tensor2d(diagonals, [diagonals.length / inputWidth, inputWidth]);
  const factors = tf.mul(gatherRows(tf, rows, relations), coefficients);
  return tf.mul(gatherRows(tf, states, sources), factors);
}

/** The same with one matrix a relation. */
function sentByMatrix(
  tf: TensorFlow,
  states: Tensor2D,
  { ranges, sources, coefficients }: MessageTensors,
  { relations, inputWidth, outputWidth }: DenseWeights,
): Tensor2D {
  const sent = ranges.map(({ relation, start, end }) => {
    const rows = tf.slice(sources, [start, 0], [end - start, 1]);
    const matrix = tf.tensor2d(relations[relation] as Float32Array, [inputWidth, outputWidth]);
    return tf.matMul(gatherRows(tf, states, rows), matrix);
  });
  return tf.mul(tf.concat(sent, 0), coefficients);
}
