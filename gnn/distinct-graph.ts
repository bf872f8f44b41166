/**
 * The union of a batch's graphs: nodes with equal features are one node, equal edges one edge.
 *
 * It is what link prediction trains on: a fact told by ten samples is one fact, and a fact of one graph is not a
 * wrong answer in another. Nodes and edges come out in an order of their own (by feature bytes, then by number),
 * so the result does not depend on how the batch numbers its nodes.
 */
import type { GraphBatch } from './graph-batch.ts';

export interface DistinctGraph {
  graph: GraphBatch;
  /** One vector a distinct node. */
  features: Float32Array[];
}

export function distinctGraph(batch: GraphBatch, features: readonly Float32Array[]): DistinctGraph {
  const keys = features.map((vector) =>
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('latin1'),
  );
  const featureOf = new Map(keys.map((key, node) => [key, features[node] as Float32Array]));
  const distinctKeys = [...featureOf.keys()].sort();
  const numberOf = new Map(distinctKeys.map((key, number) => [key, number]));
  const distinctNode = (node: number) => numberOf.get(keys[node] as string) as number;
  const edges = new Map(
    batch.edges.map(({ source, relation, target }) => {
      const edge = { source: distinctNode(source), relation, target: distinctNode(target) };
      return [`${edge.source} ${edge.relation} ${edge.target}`, edge];
    }),
  );
  return {
    graph: {
      nodeCount: distinctKeys.length,
      relationCount: batch.relationCount,
      edges: [...edges.values()].sort(
        (a, b) => a.source - b.source || a.relation - b.relation || a.target - b.target,
      ),
    },
    features: distinctKeys.map((key) => featureOf.get(key) as Float32Array),
  };
}
