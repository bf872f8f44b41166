import { describe, expect, it } from 'vitest';
import { distinctGraph } from '../../gnn/distinct-graph.ts';

describe('the union of a batch', () => {
  const [a, b, c] = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 1)];

  it('merges nodes with equal features and edges that are then equal', () => {
    const batch = {
      nodeCount: 5,
      relationCount: 2,
      edges: [
        { source: 0, relation: 1, target: 1 },
        { source: 2, relation: 1, target: 3 },
        { source: 2, relation: 0, target: 4 },
      ],
    };
    const { graph, features } = distinctGraph(batch, [a, b, a, b, c]);
    expect(graph).toMatchObject({ nodeCount: 3, relationCount: 2 });
    expect(new Set(features)).toEqual(new Set([a, b, c]));
    const named = graph.edges.map((edge) => [features[edge.source], edge.relation, features[edge.target]]);
    expect(named).toHaveLength(2);
    expect(named).toContainEqual([a, 1, b]);
    expect(named).toContainEqual([a, 0, c]);
  });

  it('is the same for every order of nodes and edges', () => {
    const edges = [
      { source: 0, relation: 0, target: 1 },
      { source: 1, relation: 0, target: 2 },
    ];
    const turned = [
      { source: 1, relation: 0, target: 0 },
      { source: 2, relation: 0, target: 1 },
    ];
    const counts = { nodeCount: 3, relationCount: 1 };
    expect(distinctGraph({ ...counts, edges }, [a, b, c])).toEqual(
      distinctGraph({ ...counts, edges: turned }, [c, b, a]),
    );
  });
});
