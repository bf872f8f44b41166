import { describe, expect, it } from 'vitest';
import { openRuntime } from '../../gnn/backend.ts';
import { gatherRows, rowIndex, scatterRows } from '../../gnn/matrix-rows.ts';
import type { TensorFlow } from '../../gnn/runtime.ts';

describe.each(['wasm', 'cpu'] as const)('on %s', (backend) => {
  const run = async (work: (it: TensorFlow) => ReturnType<TensorFlow['tensor']>) => {
    const runtime = await openRuntime(backend);
    return runtime.compute((it) => {
      const result = it.tidy(() => work(it));
      const values = [...result.dataSync()];
      result.dispose();
      return values;
    });
  };
  const rows = Int32Array.of(2, 0, 2);

  it('gathers rows', async () => {
    expect(
      await run((it) => gatherRows(it, it.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]), rowIndex(it, rows))),
    ).toEqual([5, 6, 1, 2, 5, 6]);
  });

  it('adds rows up, and leaves 0 where none goes', async () => {
    const matrix = [1, 2, 3, 4, 5, 6];
    expect(await run((it) => scatterRows(it, it.tensor2d(matrix, [3, 2]), rowIndex(it, rows), 4))).toEqual([
      3, 4, 0, 0, 6, 8, 0, 0,
    ]);
  });
});
