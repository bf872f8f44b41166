import { describe, expect, it } from 'vitest';
import type { GraphEncoder } from '../../gnn/index.ts';
import { identify } from '../../src/graph/identity.ts';
import { neighbourSimilarity } from '../../src/graph/neighbours.ts';
import { nodeStates } from '../../src/graph/node-states.ts';
import { buildResponseGraph } from '../../src/graph/response-graph.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { Segmentation } from '../../src/passage.ts';
import { stubVerdict } from '../run/stub-detector.ts';
import { segmentation, vectorsFor } from '../support/records.ts';

const SETTINGS = { entitySimilarity: 0.9, relationSimilarity: 0.9, aliases: false };

function graphOf(response: Segmentation) {
  const index = identify([response], vectorsFor([response]), SETTINGS);
  return { index, graph: buildResponseGraph(response, index) };
}

describe('neighbourSimilarity', () => {
  const facts = segmentation('original', [
    ['A', 'likes', 'B'],
    ['A', 'likes', 'C'],
    ['A', 'is', 'A'],
  ]);
  const states: Record<string, readonly number[]> = { A: [1, 0], B: [3, 4], C: [0, 1], D: [2, 0] };

  function similarity(response: Segmentation) {
    const { graph } = graphOf(response);
    return neighbourSimilarity(graph, (_, entity) =>
      Float32Array.from(states[graph.getNodeAttribute(entity, 'label')] ?? []),
    );
  }

  it('is the mean and the smallest cosine over the edges, loops left out', () => {
    // cos(A, B) = 3/5, cos(A, C) = 0
    expect(similarity(facts)).toEqual({ mean: expect.closeTo(0.3, 6), min: 0 });
  });

  it('counts an edge as often as it is stated', () => {
    const twice = segmentation('original', [
      ['A', 'likes', 'B'],
      ['A', 'knows', 'B'],
      ['A', 'knows', 'D'],
    ]);
    expect(similarity(twice)).toEqual({ mean: expect.closeTo(2.2 / 3, 6), min: expect.closeTo(0.6, 6) });
  });

  it('is null without an edge between two nodes', () => {
    expect(similarity(segmentation('original', [['A', 'is', 'A']]))).toBeNull();
    expect(similarity(segmentation('original', []))).toBeNull();
  });
});

describe('nodeStates', () => {
  const original = segmentation('original', [['A', 'likes', 'B']]);
  const sample = segmentation('sample-1', [['A', 'likes', 'C']]);
  const refused: Segmentation = { ...segmentation('sample-2', []), outcome: 'refusal' };
  const { identity } = identify([original, sample], vectorsFor([original, sample]), SETTINGS);
  const passage = { id: 'p', prompt: 'q', response: 'A likes B.' };
  const verdict = stubVerdict(passage);
  const recorded = {
    ...verdict,
    trace: { ...verdict.trace, identity, segmentations: [original, sample, refused] },
  };
  const embedder: Embedder = {
    id: 'letters',
    embed: async (texts) => texts.map((text) => Float32Array.of(text.charCodeAt(0), 1)),
  };
  const encoder: GraphEncoder = {
    id: 'sum',
    backend: async () => ({ backend: 'none' as const, rejected: [] }),
    encode: async (batch, features, seed) =>
      features.map(([x = 0]) => Float32Array.of(x + seed, batch.nodeCount)),
  };

  it('gives the nodes of the response before and after, encoded with all graphs of the passage', async () => {
    expect(await nodeStates(recorded, { embedder, encoder }, { seed: 5 })).toEqual([
      { label: 'A', passageId: 'p', before: [65, 1], after: [70, 4] },
      { label: 'B', passageId: 'p', before: [66, 1], after: [71, 4] },
    ]);
  });

  it('gives none for a passage without a graph, and embeds nothing', async () => {
    const never: Embedder = { id: 'never', embed: () => Promise.reject(new Error('asked')) };
    expect(await nodeStates(verdict, { embedder: never, encoder }, { seed: 0 })).toEqual([]);
  });
});
