/**
 * Random weights, as in the released code of GCA (which trains none).
 *
 *   W ~ uniform(−a, a),   a = √(6 / (rows + columns))        (Glorot and Bengio 2010, Eq. 16)
 *
 * for every W_r, every W_0, and with B bases for every basis matrix [in, out] and the coefficients [relations, B].
 * Each matrix is drawn by itself from its own sub-seed: an initialiser that saw one [relations, in, out] tensor
 * would scale all weights down by the number of relations. The seed is a parameter of the result.
 */
import { type Random, randomFor } from '../../src/common/random.ts';
import type { BasisWeights, DenseWeights } from '../weights.ts';

export interface GlorotOptions {
  layers: number;
  /** Width of the features, and of the states after the last layer. */
  width: number;
  /** Width between the layers. */
  hidden: number;
  relationCount: number;
  /** Number of basis matrices; 0 = one full matrix a relation. */
  bases: number;
  seed: number;
}

export function glorotWeights(options: GlorotOptions): (DenseWeights | BasisWeights)[] {
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
  { relationCount, bases, seed }: GlorotOptions,
): DenseWeights | BasisWeights {
  const randomOf = (...part: (string | number)[]) => randomFor(seed, 'rgcn-glorot', layer, ...part);
  const matrix = (random: Random) => glorotMatrix(inputWidth, outputWidth, random);
  const common = { inputWidth, outputWidth, self: matrix(randomOf('self')) };
  if (bases === 0) {
    const relations = Array.from({ length: relationCount }, (_, r) => matrix(randomOf('relation', r)));
    return { ...common, form: 'dense', relations };
  }
  const size = inputWidth * outputWidth;
  const stacked = new Float32Array(bases * size);
  for (let basis = 0; basis < bases; basis++) stacked.set(matrix(randomOf('basis', basis)), basis * size);
  const coefficients = glorotMatrix(relationCount, bases, randomOf('coefficients'));
  return { ...common, form: 'basis', bases: stacked, coefficients };
}

/** A matrix [rows, columns], row-major. */
function glorotMatrix(rows: number, columns: number, random: Random): Float32Array {
  const limit = Math.sqrt(6 / (rows + columns));
  const matrix = new Float32Array(rows * columns);
  for (let index = 0; index < matrix.length; index++) matrix[index] = limit * (2 * random() - 1);
  return matrix;
}
