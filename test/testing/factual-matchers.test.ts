import { AssertionError } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { assertFactual, factualMatchers } from '../../src/testing/index.ts';

const prompt = 'Write a brief Wikipedia for Rupert Brooke';
const samples = [
  'Rupert Brooke was an English poet who was born in Rugby in 1887. He died in 1915.',
  'The English poet Rupert Brooke, born in Rugby, died in 1915.',
  'Rupert Brooke was an English poet. He died in 1915 on the way to Gallipoli.',
];
const RIGHT = 'Rupert Brooke was an English poet. He was born in Rugby. He died in 1915.';
const WRONG = 'Rupert Brooke was an English poet. He was born in Rugby. He died in 1921.';
const BECAUSE = 'contradicted by all 3 samples: they give "1915", not "1921"';

describe('assertFactual', () => {
  it('gives the verdict on a text without an error', async () => {
    expect(await assertFactual(RIGHT, { prompt, samples })).toMatchObject({ label: 'factual' });
  });

  it('throws what is suspicious, or why nothing was judged', async () => {
    const error = await assertFactual(WRONG, { prompt, samples }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AssertionError);
    expect(error.message).toContain(BECAUSE);
    expect(error).toMatchObject({ actual: 'hallucinated', expected: 'factual' });
    await expect(assertFactual(RIGHT, { prompt })).rejects.toThrow('not judged');
    await expect(assertFactual(3 as unknown as string, { prompt })).rejects.toThrow(TypeError);
  });
});

describe('the matcher for Jest', () => {
  const matched = (isNot: boolean, text: string) =>
    factualMatchers.toBeFactual.call({ isNot }, text, { prompt, samples });

  it('passes, and says why not', async () => {
    expect(await matched(false, RIGHT)).toMatchObject({ pass: true });
    const { pass, message } = await matched(false, WRONG);
    expect(pass).toBe(false);
    expect(message()).toContain(BECAUSE);
  });

  it('is added to the global expect, and says where there is none', async () => {
    const added: object[] = [];
    const scope = globalThis as { expect?: unknown };
    await expect(import('../../src/jest.ts')).rejects.toThrow('there is no global expect');
    scope.expect = { extend: (one: object) => added.push(one) };
    try {
      // another address is another module
      await import('../../src/jest.ts?with-global' as string);
    } finally {
      delete scope.expect;
    }
    expect(added).toHaveLength(1);
    expect(Object.keys(added[0] ?? {})).toEqual(['toBeFactual']);
  });
});
