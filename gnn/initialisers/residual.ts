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
import { type Random, randomFor, shuffled } from '../../src/common/random.ts';
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
  const relations =
    relationCount === 1 ? new Float32Array(width).fill(neighbourWeight) : gatesOf(layer, options);
  const self = new Float32Array(width).fill(1 - neighbourWeight);
  return { form: 'diagonal', inputWidth: width, outputWidth: width, self, relations };
}

/** α · G_r of each relation, by layer, width and α: every passage has a first relation, and a second. */
const GATES = new Map<string, Float32Array>();
const MOST_LAYERS = 16;
/** Of a layer, 6 MiB of width 384. */
const MOST_GATES = 4_096;

function gatesOf(layer: number, { width, relationCount, neighbourWeight }: ResidualOptions): Float32Array {
  const key = `${layer} ${width} ${neighbourWeight}`;
  const known = GATES.get(key) ?? new Float32Array();
  const length = relationCount * width;
  if (known.length >= length) return known.subarray(0, length);
  const gates = new Float32Array(length);
  gates.set(known);
  for (let at = known.length; at < length; at += width) {
    const random = randomFor('rgcn-residual-gate', layer, at / width);
    drawGate(gates.subarray(at, at + width), random, neighbourWeight);
  }
  if (GATES.size >= MOST_LAYERS) GATES.clear();
  if (relationCount <= MOST_GATES) GATES.set(key, gates);
  return gates;
}

/** Opens K_r, the ⌈d/2⌉ coordinates that a relation lets pass. */
function drawGate(gate: Float32Array, random: Random, neighbourWeight: number): void {
  const order = shuffled([...gate.keys()], random);
  const open = order.slice(0, Math.ceil(gate.length / 2));
  const gain = neighbourWeight * Math.sqrt(gate.length / open.length);
  for (const coordinate of open) gate[coordinate] = gain;
}
