/**
 * The DistMult decoder and its loss.
 *
 *   score(s, r, o) = Σ_k e_{s,k} · R_{r,k} · e_{o,k}
 *   loss = ½ · mean over edges of ln(1 + exp(−score)) + ½ · mean over false edges of ln(1 + exp(score))
 *
 * Source: Schlichtkrull et al. 2018, section 4, Eqs. 6 and 7; there both sums share one mean.
 */
import type { Scalar, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import type { GraphEdge } from '../graph-batch.ts';
import { gatherRows, rowIndex } from '../matrix-rows.ts';
import type { TensorFlow } from '../runtime.ts';

/** Edges as three columns [edges, 1]. */
export interface EdgeTensors {
  sources: Tensor2D;
  relations: Tensor2D;
  targets: Tensor2D;
}

export function edgeTensors(tf: TensorFlow, edges: readonly GraphEdge[]): EdgeTensors {
  const column = (of: (edge: GraphEdge) => number) => rowIndex(tf, Int32Array.from(edges, of));
  return {
    sources: column((edge) => edge.source),
    relations: column((edge) => edge.relation),
    targets: column((edge) => edge.target),
  };
}

export interface LinkLossOptions {
  /** e, [nodes, width] */
  states: Tensor2D;
  /** R, [relations, width] */
  decoder: Tensor2D;
  /** At least one. */
  edges: EdgeTensors;
  /** At least one. */
  falseEdges: EdgeTensors;
}

export function linkLoss(tf: TensorFlow, { states, decoder, edges, falseEdges }: LinkLossOptions): Scalar {
  const missed = tf.mean(tf.softplus(tf.neg(scores(tf, states, decoder, edges))));
  const invented = tf.mean(tf.softplus(scores(tf, states, decoder, falseEdges)));
  return tf.mul(tf.add(missed, invented), 0.5) as Scalar;
}

function scores(tf: TensorFlow, states: Tensor2D, decoder: Tensor2D, edges: EdgeTensors): Tensor1D {
  const heads = gatherRows(tf, states, edges.sources);
  const tails = gatherRows(tf, states, edges.targets);
  const relations = gatherRows(tf, decoder, edges.relations);
  return tf.sum(tf.mul(tf.mul(heads, relations), tails), 1) as Tensor1D;
}
