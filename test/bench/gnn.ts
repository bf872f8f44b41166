/**
 * One passage through the encoder: 11 graphs (a response and 10 samples) of 60 nodes and 60 triples each, in one
 * batch of 660 nodes, 1320 messages with the inverse ones, 25 relations, 384 wide, 2 layers. The yardstick is the
 * same layer as plain loops over typed arrays, timed in the same run.
 */
import { BACKENDS } from '../../gnn/backend.ts';
import { withInverseEdges } from '../../gnn/graph-batch.ts';
import { createEncoder } from '../../gnn/index.ts';
import { residualWeights } from '../../gnn/initialisers/residual.ts';
import { type Messages, messagesOf } from '../../gnn/messages.ts';
import type { DiagonalWeights } from '../../gnn/weights.ts';
import { configSchema } from '../../src/config/schema.ts';
import { randomBatch, randomFeatures } from '../gnn/random-graph.ts';
import { type BenchTable, medianMilliseconds } from './bench-table.ts';

const GRAPHS = 11;
const NODES = 60;
const TRIPLES = 60;
const RELATIONS = 25;
const WIDTH = 384;
const DEFAULTS = configSchema.parse({}).encoder;

type Passage = ReturnType<typeof randomPassage>;

const SUBJECTS = [
  { name: 'residual (default)', options: {}, repetitions: 15 },
  { name: 'glorot, hidden 16', options: { initialiser: 'glorot', hidden: 16 }, repetitions: 3 },
] as const;

export async function benchGnn(): Promise<BenchTable> {
  const passage = randomPassage();
  const loops = await medianMilliseconds(() => loopStates(passage), 15);
  const rows = [['residual (default)', 'plain loops', loops.toFixed(1), '1.0']];
  for (const backend of BACKENDS) {
    const opening = createEncoder({ ...DEFAULTS, backend }).backend();
    if ((await opening.catch(() => null)) === null) {
      rows.push(['', backend, 'not available', '']);
      continue;
    }
    for (const { name, options, repetitions } of SUBJECTS) {
      const encoder = createEncoder({ ...DEFAULTS, ...options, backend });
      const encode = () => encoder.encode(passage.batch, passage.features, 0);
      const time = await medianMilliseconds(encode, repetitions);
      rows.push([name, backend, time.toFixed(1), (time / loops).toFixed(1)]);
    }
  }
  return { name: 'RGCN, one passage', columns: ['weights', 'backend', 'ms', 'times the loops'], rows };
}

function randomPassage() {
  const graphs = Array.from({ length: GRAPHS }, (_, seed) => ({
    ...randomBatch({ nodeCount: NODES, relationCount: RELATIONS, edgeCount: TRIPLES, seed }),
    features: randomFeatures(NODES, WIDTH, seed),
  }));
  const edges = graphs.flatMap((graph, index) =>
    graph.edges.map(({ source, relation, target }) => ({
      ...{ source: source + index * NODES, relation, target: target + index * NODES },
    })),
  );
  return {
    batch: { nodeCount: GRAPHS * NODES, relationCount: RELATIONS, edges },
    features: graphs.flatMap(({ features }) => features),
  };
}

/** What the default encoder computes, with the same preparation, as loops. */
function loopStates({ batch, features }: Passage): Float32Array[] {
  const messages = messagesOf(withInverseEdges(batch), 'node');
  const { relationCount } = messages;
  const { layers, neighbourWeight } = DEFAULTS;
  return residualWeights({ layers, width: WIDTH, relationCount, neighbourWeight }).reduce(
    (states, weights) => loopLayer(states, messages, weights),
    features,
  );
}

function loopLayer(states: Float32Array[], messages: Messages, weights: DiagonalWeights): Float32Array[] {
  const next = states.map((state) => state.map((value, k) => value * (weights.self[k] as number)));
  for (const [index, target] of messages.targets.entries()) {
    const from = states[messages.sources[index] as number] as Float32Array;
    const to = next[target] as Float32Array;
    const offset = (messages.relations[index] as number) * WIDTH;
    const coefficient = messages.coefficients[index] as number;
    for (let k = 0; k < WIDTH; k++) {
      to[k] =
        (to[k] as number) + coefficient * (weights.relations[offset + k] as number) * (from[k] as number);
    }
  }
  return next;
}
