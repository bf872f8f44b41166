import { describe, expect, it } from 'vitest';
import { openRuntime } from '../../../gnn/backend.ts';
import { distinctGraph } from '../../../gnn/distinct-graph.ts';
import { withInverseEdges } from '../../../gnn/graph-batch.ts';
import type { GraphEdge } from '../../../gnn/index.ts';
import { negativeEdges } from '../../../gnn/initialisers/negatives.ts';
import { residualWeights } from '../../../gnn/initialisers/residual.ts';
import { type TrainedOptions, trainedWeights } from '../../../gnn/initialisers/trained.ts';
import { randomFor } from '../../../src/random.ts';
import { OPTIONS, randomBatch, randomFeatures } from '../fixtures.ts';
import { naiveStates } from '../naive.ts';

const WIDTH = 16;
const BATCH = randomBatch({ nodeCount: 20, relationCount: 3, edgeCount: 40, seed: 3 });
const FEATURES = randomFeatures(20, WIDTH, 3);
const TRAINED: TrainedOptions = {
  ...{ layers: 2, bases: 0, neighbourWeight: 0.3, activation: 'none', seed: 1 },
  training: OPTIONS.training,
  batch: BATCH,
  features: FEATURES,
  messageGraph: withInverseEdges,
};

async function train(options: Partial<TrainedOptions> = {}) {
  const runtime = await openRuntime('wasm');
  return runtime.compute((it) => trainedWeights(it, { ...TRAINED, ...options }));
}

const residual = (relationCount: number) =>
  residualWeights({ layers: 2, width: WIDTH, relationCount, neighbourWeight: 0.3 });

describe('training', () => {
  it('starts from residual weights, with the DistMult loss of their states', async () => {
    const { layers, losses } = await train({ training: { ...OPTIONS.training, maxSteps: 1 } });
    expect(layers).toEqual(residual(6));
    const { graph, features } = distinctGraph(BATCH, FEATURES);
    const states = naiveStates({
      ...{ graph: withInverseEdges(graph), features, layers: residual(6) },
      ...{ activation: 'none', normalisation: 'node' },
    });
    const score = ({ source, target }: GraphEdge) =>
      (states[source] ?? []).reduce((sum, value, k) => sum + value * (states[target]?.[k] ?? 0), 0);
    const meanSoftplus = (edges: readonly GraphEdge[], sign: number) =>
      edges.reduce((sum, edge) => sum + Math.log(1 + Math.exp(sign * score(edge))), 0) / edges.length;
    const negatives = negativeEdges(graph, 2, randomFor(1, 'rgcn-trained-negatives'));
    expect(losses).toHaveLength(1);
    expect(losses[0]).toBeCloseTo((meanSoftplus(graph.edges, -1) + meanSoftplus(negatives, 1)) / 2, 5);
  });

  it.each([0, 2])('lowers the loss (%i bases)', async (bases) => {
    const { losses } = await train({ bases });
    expect(losses).toHaveLength(20);
    expect(losses.at(-1)).toBeLessThan(0.95 * (losses[0] as number));
  });

  it('starts from shared residual gates with bases', async () => {
    const { layers } = await train({ bases: 2, training: { ...OPTIONS.training, maxSteps: 1 } });
    const shared = residual(2)[0]?.relations ?? new Float32Array();
    const repeated = [...shared, ...shared, ...shared];
    expect([...(layers[0]?.relations ?? [])]).toEqual(repeated);
  });

  it('stops when the loss no longer falls, and keeps the best weights', async () => {
    const { losses, layers } = await train({
      training: { maxSteps: 500, learningRate: 5, negatives: 2, patience: 3 },
    });
    const best = losses.indexOf(Math.min(...losses));
    expect(losses.length).toBeLessThan(500);
    expect(losses.length - 1 - best).toBe(3);
    const again = await train({
      training: { maxSteps: best + 1, learningRate: 5, negatives: 2, patience: 3 },
    });
    expect(layers).toEqual(again.layers);
  });

  it('leaves residual weights where the loss is not finite', async () => {
    const huge = FEATURES.map((vector) => vector.map((value) => value * 1e30));
    const { layers } = await train({ features: huge });
    expect(layers).toEqual(residual(6));
  });

  it('is deterministic', async () => {
    expect(await train()).toEqual(await train());
  });

  it('leaves residual weights where there is nothing to learn from', async () => {
    const alone = { nodeCount: 1, relationCount: 1, edges: [{ source: 0, relation: 0, target: 0 }] };
    const { layers, losses } = await train({ batch: alone, features: FEATURES.slice(0, 1) });
    expect(losses).toEqual([]);
    expect(layers).toEqual(residual(2));
  });
});
