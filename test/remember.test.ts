import { describe, expect, it } from 'vitest';
import { remembering } from '../src/remember.ts';

describe('remembering', () => {
  it('computes once a text, and again once too many others were kept', () => {
    const asked: string[] = [];
    const length = remembering((text) => {
      asked.push(text);
      return text.length;
    }, 2);
    expect(['a', '', 'a', ''].map(length)).toEqual([1, 0, 1, 0]);
    expect(asked).toEqual(['a', '']);
    expect(['b', 'a'].map(length)).toEqual([1, 1]);
    expect(asked).toEqual(['a', '', 'b', 'a']);
  });
});
