/**
 * Taking rows of a matrix and adding rows up: the two movements of message passing, each the gradient of the other.
 *
 *   gatherRows:   out[i] = matrix[rows[i]]
 *   scatterRows:  out[v] = Σ_{i: rows[i] = v} matrix[i]
 *
 * The obvious operations are avoided with reason: WASM lacks UnsortedSegmentSum, which is the gradient of `gather`
 * too, the CPU backend computes it in O(rows × segments), and `gather` on WASM is some hundred times slower than
 * `gatherND` (on CPU it is a few times faster). `scatterND` adds rows up quickly on every backend but has no
 * gradient, so both get theirs here.
 */
import type { GradSaveFunc, Tensor, Tensor2D } from '@tensorflow/tfjs';
import type { TensorFlow } from './runtime.ts';

/** Row numbers as the tensor [count, 1] that both operations take. */
export function rowIndex(tf: TensorFlow, rows: Int32Array): Tensor2D {
  return tf.tensor2d(rows, [rows.length, 1], 'int32');
}

/** matrix [n, d], rows [m, 1] → [m, d]; m > 0. */
export function gatherRows(tf: TensorFlow, matrix: Tensor2D, rows: Tensor2D): Tensor2D {
  const forward = (input: Tensor2D, index: Tensor2D) => gather(tf, input, index);
  const backward = (gradient: Tensor2D, index: Tensor2D) => scatter(tf, gradient, index, matrix.shape[0]);
  return withGradient(tf, matrix, rows, { forward, backward });
}

/** matrix [m, d], rows [m, 1] → [rowCount, d]; m > 0. Rows that are named nowhere are 0. */
export function scatterRows(tf: TensorFlow, matrix: Tensor2D, rows: Tensor2D, rowCount: number): Tensor2D {
  const forward = (input: Tensor2D, index: Tensor2D) => scatter(tf, input, index, rowCount);
  const backward = (gradient: Tensor2D, index: Tensor2D) => gather(tf, gradient, index);
  return withGradient(tf, matrix, rows, { forward, backward });
}

type RowOperation = (matrix: Tensor2D, rows: Tensor2D) => Tensor2D;

function withGradient(
  tf: TensorFlow,
  matrix: Tensor2D,
  rows: Tensor2D,
  { forward, backward }: { forward: RowOperation; backward: RowOperation },
): Tensor2D {
  const operation = tf.customGrad((input, save) => {
    (save as GradSaveFunc)([rows]);
    return {
      value: forward(input as Tensor2D, rows),
      gradFunc: (gradient: Tensor, saved: Tensor[]) => backward(gradient as Tensor2D, saved[0] as Tensor2D),
    };
  });
  return operation(matrix) as Tensor2D;
}

function gather(tf: TensorFlow, matrix: Tensor2D, rows: Tensor2D): Tensor2D {
  return tf.getBackend() === 'cpu' ? tf.gather(matrix, rows.as1D()) : (tf.gatherND(matrix, rows) as Tensor2D);
}

function scatter(tf: TensorFlow, matrix: Tensor2D, rows: Tensor2D, rowCount: number): Tensor2D {
  return tf.scatterND(rows, matrix, [rowCount, matrix.shape[1]]) as Tensor2D;
}
