/**
 * Taking rows of a matrix and adding rows up: the two movements of message passing.
 *
 *   gatherRows:   out[i] = matrix[rows[i]]
 *   scatterRows:  out[v] = Σ_{i: rows[i] = v} matrix[i]
 *
 * The obvious operations are avoided with reason: WASM lacks UnsortedSegmentSum, which the CPU backend computes in
 * O(rows × segments), and `gather` on WASM is some hundred times slower than `gatherND` (on CPU it is a few times
 * faster).
 */
import type { Tensor2D } from '@tensorflow/tfjs-core';
import type { TensorFlow } from './runtime.ts';

/** Row indices as a tensor [count, 1], as required by both operations. */
export function rowIndex(tf: TensorFlow, rows: Int32Array): Tensor2D {
  return tf.tensor2d(rows, [rows.length, 1], 'int32');
}

/** matrix [n, d], rows [m, 1] → [m, d]; m > 0. */
export function gatherRows(tf: TensorFlow, matrix: Tensor2D, rows: Tensor2D): Tensor2D {
  return tf.getBackend() === 'cpu'
    ? tf.gather(matrix, tf.reshape(rows, [rows.shape[0]]))
    : (tf.gatherND(matrix, rows) as Tensor2D);
}

/** matrix [m, d], rows [m, 1] → [rowCount, d]; m > 0. Rows without an index are 0. */
export function scatterRows(tf: TensorFlow, matrix: Tensor2D, rows: Tensor2D, rowCount: number): Tensor2D {
  return tf.scatterND(rows, matrix, [rowCount, matrix.shape[1]]) as Tensor2D;
}
