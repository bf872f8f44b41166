/**
 * What training adjusts: the diagonals of the encoder (or B shared ones and each relation's mixture of them), and the
 * diagonals of the DistMult decoder.
 */
import type { Rank, Tensor, Tensor1D, Tensor2D, Variable } from '@tensorflow/tfjs';
import type { TensorFlow } from '../runtime.ts';
import type { DiagonalWeights } from '../weights.ts';
import { residualWeights } from './residual.ts';

export interface TrainedLayer {
  /** [width] */
  self: Tensor1D;
  /** [relationCount, width], computed from the variables. */
  relations(): Tensor2D;
}

export interface TrainedModel {
  layers: TrainedLayer[];
  /** R of DistMult, [decoderRelationCount, width]. */
  decoder: Tensor2D;
  /** Everything above that can be adjusted; to be disposed of by the caller. */
  variables: Variable[];
}

export interface TrainedModelOptions {
  layers: number;
  width: number;
  /** Relations that messages pass through. */
  relationCount: number;
  /** Relations of the edges to predict. */
  decoderRelationCount: number;
  bases: number;
  neighbourWeight: number;
}

/** The model at its starting point: residual weights, decoder of ones. */
export function newModel(tf: TensorFlow, options: TrainedModelOptions): TrainedModel {
  const { layers, width, relationCount, decoderRelationCount, bases, neighbourWeight } = options;
  const variables: Variable[] = [];
  const variable = <R extends Rank>(initial: () => Tensor<R>): Variable<R> => {
    const made = tf.tidy(() => tf.variable(initial()));
    variables.push(made as Variable);
    return made;
  };
  const diagonals = bases === 0 ? relationCount : bases;
  const start = residualWeights({ layers, width, relationCount: diagonals, neighbourWeight });
  const trainedLayer = (weights: DiagonalWeights): TrainedLayer => {
    const self = variable(() => tf.tensor1d(weights.self));
    const table = variable(() => tf.tensor2d(weights.relations, [diagonals, width]));
    if (bases === 0) {
      return { self, relations: () => table };
    }
    const coefficients = variable(() => firstCoefficients(tf, relationCount, bases));
    return { self, relations: () => tf.matMul(coefficients, table) };
  };
  return {
    layers: start.map(trainedLayer),
    decoder: variable(() => tf.ones<Rank.R2>([decoderRelationCount, width])),
    variables,
  };
}

/** Coefficients [relations, bases] to start from: relation r is basis r mod B. */
function firstCoefficients(tf: TensorFlow, relations: number, bases: number): Tensor2D {
  const values = new Float32Array(relations * bases);
  for (let relation = 0; relation < relations; relation++) {
    values[relation * bases + (relation % bases)] = 1;
  }
  return tf.tensor2d(values, [relations, bases]);
}

/** The encoder's weights as they are now. */
export function readLayers(tf: TensorFlow, { layers }: TrainedModel): DiagonalWeights[] {
  return layers.map((layer) => {
    const relations = tf.tidy(() => tf.clone(layer.relations()));
    const weights: DiagonalWeights = {
      form: 'diagonal',
      inputWidth: layer.self.size,
      outputWidth: layer.self.size,
      self: layer.self.dataSync<'float32'>().slice(),
      relations: relations.dataSync<'float32'>().slice(),
    };
    relations.dispose();
    return weights;
  });
}
