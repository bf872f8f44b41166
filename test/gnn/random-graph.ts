/** Graphs and features drawn by a seed. */
import type { GraphBatch } from '../../gnn/index.ts';
import { randomFor } from '../../src/common/random.ts';

/** Any edges, self loops and parallel ones among them. */
export function randomBatch(sizes: {
  nodeCount: number;
  relationCount: number;
  edgeCount: number;
  seed: number;
}): GraphBatch {
  const { nodeCount, relationCount, edgeCount, seed } = sizes;
  const random = randomFor(seed, 'edges');
  const below = (limit: number) => Math.floor(random() * limit);
  const edges = Array.from({ length: edgeCount }, () => ({
    source: below(nodeCount),
    relation: below(relationCount),
    target: below(nodeCount),
  }));
  return { nodeCount, relationCount, edges };
}

/** Vectors of length 1 in a random direction. */
export function randomFeatures(count: number, width: number, seed: number): Float32Array[] {
  const random = randomFor(seed, 'features');
  return Array.from({ length: count }, () => {
    const values = Float32Array.from({ length: width }, () => random() - 0.5);
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  });
}
