/**
 * The weights W_r and W_0 of one layer, as plain row-major arrays.
 *
 * States are row vectors here: W e of the equation is `e · W`, with W of shape [inputWidth, outputWidth].
 */

interface SizedWeights {
  inputWidth: number;
  outputWidth: number;
  /** W_0: [inputWidth, outputWidth], of diagonal weights [width]. */
  self: Float32Array;
}

/** W_r = diag(relations[r]), W_0 = diag(self): no dense product is needed. */
export interface DiagonalWeights extends SizedWeights {
  form: 'diagonal';
  /** [relationCount, width] */
  relations: Float32Array;
}

export interface DenseWeights extends SizedWeights {
  form: 'dense';
  /** [relationCount] matrices of shape [inputWidth, outputWidth] */
  relations: Float32Array[];
}

export type LayerWeights = DiagonalWeights | DenseWeights;
