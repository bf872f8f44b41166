/**
 * Residual weights: a state stays near its node's feature and takes a share α from its neighbours.
 *
 *   W_0^(l) = (1 − α) · I
 *   W_r^(l) = α · G_r^(l),   G_r = √(d / |K_r|) · diag(1 where k ∈ K_r, else 0),   K_r a fixed half of the d coordinates
 *
 * with c_{v,r} = Σ_r |N_r(v)|, so the messages a node receives are a mean and weigh α together, whatever the number
 * of its edges and relations: an instance of the RGCN equation that keeps the cosine geometry of the features.
 *
 * K_r is the gate of a relation: in expectation G_r keeps a vector's length, two messages of one relation keep
 * their cosine, and messages of different relations keep half of it. So nodes grow alike when they have the same
 * neighbours by the SAME relations; with G_r = I the relation of a neighbour could not be told. A graph with one
 * relation (GCN) has nothing to tell apart: there G = I.
 *
 * The gates are constants of (layer, relation, d), not of the run's seed: these states depend on no seed.
 */
import { randomFor, shuffled } from '../../src/random.ts';
import type { DiagonalWeights } from '../weights.ts';

export interface ResidualOptions {
  layers: number;
  /** Width d of the features. */
  width: number;
  relationCount: number;
  /** α, in [0, 1]. */
  neighbourWeight: number;
}

export function residualWeights(options: ResidualOptions): DiagonalWeights[] {
  return Array.from({ length: options.layers }, (_, layer) => residualLayer(layer, options));
}

function residualLayer(layer: number, options: ResidualOptions): DiagonalWeights {
  const { width, relationCount, neighbourWeight } = options;
  const relations = new Float32Array(relationCount * width);
  for (let relation = 0; relation < relationCount; relation++) {
    const open = relationCount === 1 ? coordinates(width) : openCoordinates(layer, relation, width);
    const gain = neighbourWeight * Math.sqrt(width / open.length);
    for (const coordinate of open) {
      relations[relation * width + coordinate] = gain;
    }
  }
  const self = new Float32Array(width).fill(1 - neighbourWeight);
  return { form: 'diagonal', inputWidth: width, outputWidth: width, self, relations };
}

/** K_r: the ⌈d/2⌉ coordinates that relation r lets pass. */
function openCoordinates(layer: number, relation: number, width: number): readonly number[] {
  const open = GATES.get(`${layer} ${relation} ${width}`) ?? drawGate(layer, relation, width);
  if (GATES.size < MOST_GATES) GATES.set(`${layer} ${relation} ${width}`, open);
  return open;
}

/** Every passage has a first relation, and a second: their gates are the same. */
const GATES = new Map<string, readonly number[]>();
const MOST_GATES = 1_000;

function drawGate(layer: number, relation: number, width: number): number[] {
  const order = shuffled(coordinates(width), randomFor('rgcn-residual-gate', layer, relation));
  return order.slice(0, Math.ceil(width / 2));
}

function coordinates(width: number): number[] {
  return Array.from({ length: width }, (_, coordinate) => coordinate);
}
