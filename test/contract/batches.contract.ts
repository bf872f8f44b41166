/** What every model that takes lists promises, whatever it makes of an item. */
import { expect, it } from 'vitest';
import type { CallOptions } from '../../src/models/chat-model.ts';

interface BatchModel<Item, Result> {
  id: string;
  run(items: readonly Item[], options?: CallOptions): Promise<Result[]>;
}

/** @param items several, of which the second is repeated */
export function itTakesBatches<Item, Result>(model: () => BatchModel<Item, Result>, items: readonly Item[]) {
  it('has an id of provider and model', () => {
    expect(model().id).toMatch(/^[^/]+\/.+$/);
  });

  it('keeps the order', async () => {
    const backwards = await model().run([...items].reverse());
    expect(backwards.reverse()).toEqual(await model().run(items));
  });

  it('gives equal results for equal items, whatever stands beside them', async () => {
    const item = items[1] as Item;
    const [alone] = await model().run([item]);
    const many = await model().run([item, ...items, item]);
    for (const index of [0, 2, many.length - 1]) expect(many[index]).toEqual(alone);
  });

  it('gives nothing for nothing', async () => {
    expect(await model().run([])).toEqual([]);
  });

  it('rejects with the reason of a signal that is aborted already', async () => {
    const reason = new Error('enough');
    await expect(model().run(items, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
}
