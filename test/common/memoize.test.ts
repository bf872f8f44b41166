import { describe, expect, it } from 'vitest';
import {
  memoize,
  memoizeBy,
  memoizePairs,
  memoizeRenewing,
  memoizeWeak,
  startedOnce,
} from '../../src/common/memoize.ts';

describe('memoize', () => {
  const remembered = (bounds: { texts?: number; characters?: number }) => {
    const asked: string[] = [];
    const length = memoize((text) => {
      asked.push(text);
      return text.length;
    }, bounds);
    return { asked, length };
  };

  it('computes once a text, and again once too many others were kept', () => {
    const { asked, length } = remembered({ texts: 2 });
    expect(['a', '', 'a', ''].map(length)).toEqual([1, 0, 1, 0]);
    expect(asked).toEqual(['a', '']);
    expect(['b', 'a'].map(length)).toEqual([1, 1]);
    expect(asked).toEqual(['a', '', 'b', 'a']);
  });

  it('keeps no more characters than it may, but one text of any length', () => {
    const { asked, length } = remembered({ characters: 3 });
    for (const text of ['ab', 'c', 'ab', 'd', 'ab', 'longer', 'longer', 'd']) length(text);
    expect(asked).toEqual(['ab', 'c', 'd', 'ab', 'longer', 'd']);
  });

  it('computes once a pair, in this order', () => {
    const asked: string[] = [];
    const joined = memoizePairs(
      (one: string, other: string) => {
        asked.push(one + other);
        return one + other;
      },
      (text) => text.toLowerCase(),
      2,
    );
    expect([joined('a', 'b'), joined('A', 'b'), joined('b', 'a')]).toEqual(['ab', 'ab', 'ba']);
    expect(asked).toEqual(['ab', 'ba']);
    expect([joined('c', 'd'), joined('a', 'B')]).toEqual(['cd', 'aB']);
  });
});

describe.each([
  ['memoizeBy', (compute: (one: { id: string }) => number) => memoizeBy(compute, ({ id }) => id), 1],
  ['memoizeWeak', (compute: (one: { id: string }) => number) => memoizeWeak(compute), 2],
])('%s', (_, memoized, computed) => {
  it('computes once what is one to it', () => {
    let asked = 0;
    const read = memoized(({ id }) => {
      asked += 1;
      return id.length;
    });
    const one = { id: 'ab' };
    expect([one, { id: 'ab' }, one].map(read)).toEqual([2, 2, 2]);
    expect(asked).toBe(computed);
  });
});

describe('memoizeRenewing', () => {
  it('makes a reader for the first text, and another once that one has read enough', () => {
    let made = 0;
    const reader = memoizeRenewing(() => ++made, 10);
    expect(made).toBe(0);
    expect(['1234', '12345', '1', '', '1234567890123', '1'].map(reader)).toEqual([1, 1, 1, 2, 2, 3]);
  });
});

it('starts work once, and again once it failed', async () => {
  let starts = 0;
  const { get, started } = startedOnce(async (name: string) => {
    starts += 1;
    if (starts === 1) throw new Error('unreachable');
    return name;
  });
  expect(started()).toBeUndefined();
  const failing = [get('one'), get('two')];
  for (const one of failing) await expect(one).rejects.toThrow('unreachable');
  expect([starts, started()]).toEqual([1, undefined]);
  expect([await get('three'), await get('four'), await started(), starts]).toEqual([
    'three',
    'three',
    'three',
    2,
  ]);
});
