import { expect, it } from 'vitest';
import { columnParts } from '../../gnn/column-parts.ts';
import { forward } from '../../gnn/forward.ts';
import { createEncoder } from '../../gnn/index.ts';
import { glorotWeights } from '../../gnn/initialisers/glorot.ts';
import { residualWeights } from '../../gnn/initialisers/residual.ts';
import { messagesOf } from '../../gnn/messages.ts';
import { openRuntime } from '../../gnn/backend.ts';
import { expectStatesClose, OPTIONS } from './fixtures.ts';
import { randomBatch, randomFeatures } from './random-graph.ts';

const WIDTH = 7;
const RELATIONS = 4;
const features = randomFeatures(12, WIDTH, 1);
const graph = randomBatch({ nodeCount: 12, relationCount: RELATIONS, edgeCount: 30, seed: 1 });
const options = {
  ...{ features, messages: messagesOf(graph, 'node'), activation: 'tanh' as const, lastActivation: true },
  layers: residualWeights({ layers: 2, width: WIDTH, relationCount: RELATIONS, neighbourWeight: 0.3 }),
};

it.each([
  [29, [1, 1, 1, 1, 1, 1, 1]],
  [30 * 3, [3, 3, 1]],
  [30 * 6, [6, 1]],
  [30 * 7, [7]],
])('holds at most %i numbers in a matrix, and computes the same states', async (largest, widths) => {
  const parts = columnParts(options, largest);
  expect(parts.map((part) => part.features[0]?.length)).toEqual(widths);
  const { compute } = await openRuntime('wasm');
  const states = await compute((tf) => parts.map((part) => forward(tf, part)));
  const whole = await compute((tf) => forward(tf, options));
  const joined = whole.map((_, node) => Float32Array.from(states.flatMap((part) => [...(part[node] ?? [])])));
  expect(joined).toEqual(whole);
});

it('keeps the columns of other weights together', () => {
  const layers = glorotWeights({
    layers: 1,
    width: WIDTH,
    hidden: WIDTH,
    relationCount: RELATIONS,
    seed: 1,
  });
  expect(columnParts({ ...options, layers }, 29)).toHaveLength(1);
});

it('lets graphs of any size through', async () => {
  const [nodeCount, width] = [50_000, 400];
  const edges = Array.from({ length: nodeCount - 1 }, (_, node) => ({
    source: node,
    relation: 0,
    target: node + 1,
  }));
  const vectors = Array.from({ length: nodeCount }, (_, node) => new Float32Array(width).fill(node + 1));
  const encoder = createEncoder({ ...OPTIONS, layers: 1 });
  const states = await encoder.encode({ nodeCount, relationCount: 1, edges }, vectors, 0);
  const filled = (value: number) => new Float32Array(width).fill(value);
  // 0.7 of its own, 0.3 of the node before
  expectStatesClose([states[0], states[9], states[99]] as Float32Array[], [
    filled(0.7),
    filled(7 + 2.7),
    filled(70 + 29.7),
  ]);
  expect(states).toHaveLength(nodeCount);
});
