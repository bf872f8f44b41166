import { describe, expect, it } from 'vitest';
import { messagesOf, relationRanges } from '../../gnn/messages.ts';

describe('the factors 1/c of messages', () => {
  // node 2 hears 0 twice and 1 once by relation 1, and itself by relation 0
  const batch = {
    nodeCount: 3,
    relationCount: 2,
    edges: [
      { source: 0, relation: 1, target: 2 },
      { source: 0, relation: 1, target: 2 },
      { source: 1, relation: 1, target: 2 },
      { source: 2, relation: 0, target: 2 },
    ],
  };

  it('count the neighbours of a relation', () => {
    const { relations, sources, coefficients } = messagesOf(batch, 'relation');
    expect([...relations]).toEqual([0, 1, 1, 1]);
    expect([...sources]).toEqual([2, 0, 0, 1]);
    expect(coefficients).toEqual(Float32Array.of(1, 1 / 3, 1 / 3, 1 / 3));
  });

  it('count all neighbours of a node', () => {
    expect(messagesOf(batch, 'node').coefficients).toEqual(new Float32Array(4).fill(0.25));
  });

  it('lie in one stretch for each relation that occurs', () => {
    expect(relationRanges(Int32Array.of(0, 0, 3, 7, 7))).toEqual([
      { relation: 0, start: 0, end: 2 },
      { relation: 3, start: 2, end: 3 },
      { relation: 7, start: 3, end: 5 },
    ]);
    expect(relationRanges(new Int32Array())).toEqual([]);
  });
});
