/** Options, and how states are compared, for the encoder's tests. */
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { EncoderOptions } from '../../gnn/index.ts';

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
