/**
 * Weights trained on the passage's own graphs by self-supervised link prediction, so that nothing from outside the
 * passage is used. Encoder: diagonal weights that start from the residual ones. Decoder: DistMult.
 *
 *   score(s, r, o) = Σ_k e_{s,k} · R_{r,k} · e_{o,k}        e = states after the last layer, R starts from 1
 *   loss = ½ · mean over edges of ln(1 + exp(−score)) + ½ · mean over false edges of ln(1 + exp(score))
 *
 * Source: Schlichtkrull et al. 2018, section 4, Eqs. 6 and 7. Departures: edges and false edges weigh the same
 * however many false ones there are, so that the loss does not first push all states towards 0; one diagonal (or B
 * shared diagonals) instead of full matrices, as a passage has a few hundred edges. The false edges are drawn once,
 * so the losses of two steps can be compared.
 *
 * Training is deterministic on a backend for a seed; the weights are those of the step with the lowest loss.
 */
import type { Scalar } from '@tensorflow/tfjs';
import { randomFor } from '../../src/random.ts';
import { distinctGraph } from '../distinct-graph.ts';
import { stack } from '../forward.ts';
import type { GraphBatch } from '../graph-batch.ts';
import { type Activation, activate, diagonalLayer, messageTensors } from '../layer.ts';
import { messagesOf } from '../messages.ts';
import type { TensorFlow } from '../runtime.ts';
import type { DiagonalWeights } from '../weights.ts';
import { edgeTensors, linkLoss } from './distmult.ts';
import { negativeEdges } from './negatives.ts';
import { newModel, readLayers, type TrainedModel } from './trained-model.ts';

export interface TrainingOptions {
  /** Budget of gradient steps. */
  maxSteps: number;
  /** Step size of Adam. */
  learningRate: number;
  /** False edges for each edge. */
  negatives: number;
  /** Steps without a lower loss before training stops. */
  patience: number;
}

export interface TrainedOptions {
  layers: number;
  /** Diagonals shared by the relations; 0 = one diagonal a relation. */
  bases: number;
  /** α of the residual weights that training starts from. */
  neighbourWeight: number;
  activation: Activation;
  training: TrainingOptions;
  seed: number;
  /** The edges to predict. */
  batch: GraphBatch;
  features: readonly Float32Array[];
  /** The graph that messages pass through, made from a batch (inverse edges, relations dropped). */
  messageGraph(batch: GraphBatch): GraphBatch;
}

export interface TrainedWeights {
  layers: DiagonalWeights[];
  /** The loss before each step. */
  losses: number[];
}

/** Runs synchronously; the caller makes a backend current. */
export function trainedWeights(tf: TensorFlow, options: TrainedOptions): TrainedWeights {
  const { layers, bases, neighbourWeight, activation, training } = options;
  const { graph, features } = distinctGraph(options.batch, options.features);
  const messages = messagesOf(options.messageGraph(graph), 'node');
  const random = randomFor(options.seed, 'rgcn-trained-negatives');
  const negatives = negativeEdges(graph, training.negatives, random);
  const shape = {
    width: features[0]?.length ?? 0,
    relationCount: messages.relationCount,
    decoderRelationCount: graph.relationCount,
  };
  const model = newModel(tf, { ...shape, layers, bases, neighbourWeight });
  let result: TrainedWeights = { layers: readLayers(tf, model), losses: [] };
  if (negatives.length > 0) {
    tf.tidy(() => {
      const input = stack(tf, features);
      const sent = messageTensors(tf, messages);
      const [edges, falseEdges] = [edgeTensors(tf, graph.edges), edgeTensors(tf, negatives)];
      const loss = () => {
        const states = model.layers.reduce((states, { self, relations }) => {
          const weights = { self, relations: relations() };
          return activate(diagonalLayer(tf, states, sent, weights), activation);
        }, input);
        return linkLoss(tf, { states, decoder: model.decoder, edges, falseEdges });
      };
      result = minimise(tf, model, loss, training);
    });
  }
  tf.dispose(model.variables);
  return result;
}

/** Adam until the budget is spent or the loss has not fallen for `patience` steps. */
function minimise(
  tf: TensorFlow,
  model: TrainedModel,
  loss: () => Scalar,
  { maxSteps, learningRate, patience }: TrainingOptions,
): TrainedWeights {
  const optimizer = tf.train.adam(learningRate);
  const losses: number[] = [];
  let layers = readLayers(tf, model);
  let best = Number.POSITIVE_INFINITY;
  let stale = 0;
  while (losses.length < maxSteps && stale < patience) {
    const before = readLayers(tf, model);
    const cost = optimizer.minimize(loss, true, model.variables) as Scalar;
    const value = cost.dataSync()[0] as number;
    cost.dispose();
    losses.push(value);
    stale = value < best ? 0 : stale + 1;
    if (value < best) {
      best = value;
      layers = before;
    }
  }
  optimizer.dispose();
  return { layers, losses };
}
