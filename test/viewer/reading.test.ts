import { expect, it } from 'vitest';
import { followIndex, type IndexState, memoize } from '../../src/viewer/reading.ts';

it('reads what failed again, and nothing else', async () => {
  const read: number[] = [];
  const entry = memoize(async (number) => {
    if (read.push(number) === 1) throw new Error('gone');
    return number;
  });
  await expect(entry(3)).rejects.toThrow('gone');
  expect([await entry(3), await entry(3), await entry(4)]).toEqual([3, 3, 4]);
  expect(read).toEqual([3, 3, 4]);
});

it('shows no error of an earlier reading once the index is read', async () => {
  const states: IndexState<string>[] = [];
  const answers = [Promise.resolve('first'), Promise.reject(new Error('down')), Promise.resolve('second')];
  await new Promise<void>((resolve) => {
    let change = () => {};
    followIndex(
      {
        index: () => answers.shift() as Promise<string>,
        follow: (onChange) => {
          change = onChange;
        },
      },
      (state) => {
        states.push(state);
        if (answers.length === 0) resolve();
        else change();
      },
    );
  });
  expect(states).toEqual([
    { index: 'first', error: null },
    { index: null, error: 'Error: down' },
    { index: 'second', error: null },
  ]);
});
