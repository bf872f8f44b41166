/** Graphs, features and options for the encoder's tests. */
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { EncoderOptions, GraphBatch } from '../../gnn/index.ts';
import { randomFor } from '../../src/common/random.ts';

export const OPTIONS: EncoderOptions = {
  kind: 'rgcn',
  initialiser: 'residual',
  layers: 2,
  activation: 'none',
  lastActivation: true,
  inverseEdges: false,
  neighbourWeight: 0.3,
  backend: 'wasm',
};

/** The instance of TF.js that the encoder uses. */
export const tf: typeof import('@tensorflow/tfjs-core') = createRequire(import.meta.url)(
  '@tensorflow/tfjs-core',
);

export interface RandomBatchOptions {
  nodeCount: number;
  relationCount: number;
  edgeCount: number;
  seed: number;
}

/** Any edges, self loops and parallel ones among them. */
export function randomBatch({ nodeCount, relationCount, edgeCount, seed }: RandomBatchOptions): GraphBatch {
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

/** Asserts that two lists of vectors have the same shape and no entry differs by more than 1e-5. */
export function expectStatesClose(
  found: readonly ArrayLike<number>[],
  expected: readonly ArrayLike<number>[],
): void {
  expect(found.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  let largest = 0;
  for (const [index, vector] of found.entries()) {
    for (const [k, value] of Array.from(vector).entries()) {
      expect(value).not.toBeNaN();
      largest = Math.max(largest, Math.abs(value - (expected[index]?.[k] as number)));
    }
  }
  expect(largest).toBeLessThanOrEqual(1e-5);
}
