import { describe, expect, it } from 'vitest';
import { withInverseEdges, withoutRelations } from '../../gnn/graph-batch.ts';

const BATCH = {
  nodeCount: 3,
  relationCount: 2,
  edges: [
    { source: 0, relation: 1, target: 2 },
    { source: 1, relation: 0, target: 1 },
  ],
};

describe('inverse edges', () => {
  it('turn every edge round, as relations of their own', () => {
    expect(withInverseEdges(BATCH)).toEqual({
      nodeCount: 3,
      relationCount: 4,
      edges: [...BATCH.edges, { source: 2, relation: 3, target: 0 }, { source: 1, relation: 2, target: 1 }],
    });
  });
});

describe('forgetting relations', () => {
  it('leaves one', () => {
    expect(withoutRelations(BATCH)).toEqual({
      nodeCount: 3,
      relationCount: 1,
      edges: [
        { source: 0, relation: 0, target: 2 },
        { source: 1, relation: 0, target: 1 },
      ],
    });
  });
});
