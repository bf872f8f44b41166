import { describe, expect, it } from 'vitest';
import type { GraphEncoder } from '../../gnn/index.ts';
import { identify } from '../../src/graph/identity.ts';
import { buildResponseGraph } from '../../src/graph/response-graph.ts';
import { encodeGraphs } from '../../src/graph/states.ts';
import { segmentation, vectorsFor } from '../support/records.ts';

const responses = [
  segmentation('original', [
    ['Curie', 'won', 'Nobel Prize'],
    ['Curie', 'won', 'Nobel Prize'],
    ['Nobel Prize', 'is', 'award'],
  ]),
  segmentation('sample-1', [['Curie', 'married', 'Pierre']]),
  segmentation('sample-2', []),
];
const vectors = vectorsFor(responses);
const index = identify(responses, vectors, {
  entitySimilarity: 0.9,
  relationSimilarity: 0.9,
  aliases: false,
});
const graphs = responses.map((response) => buildResponseGraph(response, index));

describe('buildResponseGraph', () => {
  it('keeps parallel edges and labels them by relation type', () => {
    const [graph] = graphs;
    expect(graph?.order).toBe(3);
    expect(graph?.size).toBe(3);
    expect(graph?.getEdgeAttributes('original/2')).toEqual({ relationType: 'relation-1', relation: 'won' });
    expect(graph?.source('original/3')).toBe(index.entityOf('Nobel Prize'));
  });

  it('refuses a mention the identity does not know', () => {
    expect(() => buildResponseGraph(segmentation('sample-3', [['A', 'b', 'C']]), index)).toThrow(RangeError);
  });
});

it('encodeGraphs: merges block-diagonally with shared relation indices, and finds states by response', async () => {
  const batches: unknown[] = [];
  const encoder: GraphEncoder = {
    id: 'test',
    backend: async () => ({ backend: 'none', rejected: [] }),
    encode: async (batch, features) => {
      batches.push(batch);
      return features.map((feature, node) => Float32Array.of(node, feature.length));
    },
  };
  const states = await encodeGraphs(graphs, { index, vectors, encoder, seed: 0 });
  const curie = index.entityOf('Curie') as string;
  expect(states('original', curie)?.[0]).toBe(0);
  expect(states('sample-1', curie)?.[0]).toBe(3);
  expect(states('sample-2', curie)).toBeUndefined();
  const edges = [
    { source: 0, relation: 0, target: 1 },
    { source: 0, relation: 0, target: 1 },
    { source: 1, relation: 1, target: 2 },
    { source: 3, relation: 2, target: 4 },
  ];
  expect(batches).toEqual([{ nodeCount: 5, relationCount: 3, edges }]);
});
