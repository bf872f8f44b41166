/**
 * Random weights, as in the released code of GCA (which trains none).
 *
 *   W ~ uniform(−a, a),   a = √(6 / (rows + columns))        (Glorot and Bengio 2010, Eq. 16)
 *
 * for every W_r and every W_0. Each matrix is drawn by itself from its own sub-seed: an initialiser that saw one
 * [relations, in, out] tensor would scale all weights down by the number of relations. The seed is a parameter of the
 * result.
 */
import { type Random, randomFor } from '../../src/common/random.ts';
import type { DenseWeights } from '../weights.ts';

export interface GlorotOptions {
  layers: number;
  /** Width of the features, and of the states after the last layer. */
  width: number;
  /** Width between the layers. */
  hidden: number;
  relationCount: number;
  seed: number;
}

export function glorotWeights(options: GlorotOptions): DenseWeights[] {
  const { layers, width, hidden } = options;
  return Array.from({ length: layers }, (_, layer) => {
    const inputWidth = layer === 0 ? width : hidden;
    const outputWidth = layer === layers - 1 ? width : hidden;
    return glorotLayer(layer, inputWidth, outputWidth, options);
  });
}

function glorotLayer(
  layer: number,
  inputWidth: number,
  outputWidth: number,
  { relationCount, seed }: GlorotOptions,
): DenseWeights {
  const matrix = (...part: (string | number)[]) =>
    glorotMatrix(inputWidth, outputWidth, randomFor(seed, 'rgcn-glorot', layer, ...part));
  const relations = Array.from({ length: relationCount }, (_, relation) => matrix('relation', relation));
  return { form: 'dense', inputWidth, outputWidth, self: matrix('self'), relations };
}

/** A matrix [rows, columns], row-major. */
function glorotMatrix(rows: number, columns: number, random: Random): Float32Array {
  const limit = Math.sqrt(6 / (rows + columns));
  const matrix = new Float32Array(rows * columns);
  for (let index = 0; index < matrix.length; index++) matrix[index] = limit * (2 * random() - 1);
  return matrix;
}
