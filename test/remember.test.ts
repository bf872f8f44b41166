import { describe, expect, it } from 'vitest';
import { remembering, rememberingPairs } from '../src/remember.ts';

describe('remembering', () => {
  const remembered = (bounds: { texts?: number; characters?: number }) => {
    const asked: string[] = [];
    const length = remembering((text) => {
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
    const joined = rememberingPairs(
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
