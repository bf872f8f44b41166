import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { negativeEdges } from '../../../gnn/initialisers/negatives.ts';
import { randomFor } from '../../../src/random.ts';
import { randomBatch } from '../fixtures.ts';

describe('false edges', () => {
  it('differ from a true one in head or tail, and are none of the true ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer(), (nodeCount, seed) => {
        const graph = randomBatch({ nodeCount, relationCount: 2, edgeCount: 8, seed });
        const known = new Set(graph.edges.map((edge) => JSON.stringify(edge)));
        const found = negativeEdges(graph, 3, randomFor(seed));
        expect(found.length).toBeLessThanOrEqual(24);
        for (const edge of found) {
          const { source, relation, target } = edge;
          expect(known.has(JSON.stringify({ source, relation, target }))).toBe(false);
          const origin = graph.edges.some(
            (e) => e.relation === relation && (e.source === source || e.target === target),
          );
          expect(origin).toBe(true);
        }
      }),
    );
  });

  it('are as many as asked for where there is room', () => {
    const graph = randomBatch({ nodeCount: 100, relationCount: 2, edgeCount: 8, seed: 1 });
    expect(negativeEdges(graph, 4, randomFor(1))).toHaveLength(32);
  });

  it('are none where every edge is true', () => {
    const graph = { nodeCount: 1, relationCount: 1, edges: [{ source: 0, relation: 0, target: 0 }] };
    expect(negativeEdges(graph, 4, randomFor(1))).toEqual([]);
  });
});
