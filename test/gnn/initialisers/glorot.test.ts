import { describe, expect, it } from 'vitest';
import { glorotWeights } from '../../../gnn/initialisers/glorot.ts';

const OPTIONS = { layers: 2, width: 20, hidden: 10, relationCount: 3, seed: 0 };
const largest = (values: ArrayLike<number>) => Math.max(...Array.from(values, Math.abs));

describe('glorot weights', () => {
  it('have the widths of the layers', () => {
    const widths = glorotWeights({ ...OPTIONS, layers: 3 }).map((layer) => [
      layer.inputWidth,
      layer.outputWidth,
    ]);
    expect(widths).toEqual([
      [20, 10],
      [10, 10],
      [10, 20],
    ]);
  });

  it('fill ±√(6 / (in + out)) for each relation by itself, however many there are', () => {
    const limit = Math.sqrt(6 / 30);
    for (const relationCount of [1, 50]) {
      const [layer] = glorotWeights({ ...OPTIONS, relationCount });
      for (const matrix of layer ? [layer.self, ...layer.relations] : []) {
        expect(largest(matrix)).toBeLessThanOrEqual(limit);
        expect(largest(matrix)).toBeGreaterThan(0.9 * limit);
      }
    }
  });

  it('differ between relations, layers and seeds, 0 being a seed like any other', () => {
    const matrices = [0, 1].flatMap((seed) =>
      glorotWeights({ ...OPTIONS, hidden: 20, seed }).flatMap(({ self, relations }) => [self, ...relations]),
    );
    expect(matrices).toHaveLength(16);
    expect(new Set(matrices.map((matrix) => matrix.join(' '))).size).toBe(16);
    expect(glorotWeights(OPTIONS)).toEqual(glorotWeights(OPTIONS));
  });
});
