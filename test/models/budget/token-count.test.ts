import { describe, expect, it } from 'vitest';
import { tokenCounterFor } from '../../../src/models/budget/token-count.ts';
import { estimateTextTokens, estimateTokens } from '../../../src/models/budget/token-estimate.ts';

describe('the token counter', () => {
  it.each(['gpt-4o-mini', 'gpt-4.1', 'gpt-5-nano', 'o4-mini', 'openai/gpt-4o'])(
    'is exact for %s',
    async (model) => {
      const { count, exact } = await tokenCounterFor(model);
      expect(exact).toBe(true);
      // "hello world" is two tokens in every vocabulary of OpenAI
      expect(count('hello world')).toBe(2);
      expect(count('')).toBe(0);
    },
  );

  it('knows that vocabularies differ', async () => {
    const [older, newer] = await Promise.all([tokenCounterFor('gpt-3.5-turbo'), tokenCounterFor('gpt-4o')]);
    const text = 'Добрый день';
    expect([older.exact, newer.exact]).toEqual([true, true]);
    expect(older.count(text)).toBeGreaterThan(newer.count(text));
  });

  it.each(['llama3', 'mistral-large', 'o1x', 'not-gpt-4o'])(
    'estimates for %s, and says so',
    async (model) => {
      const { count, exact } = await tokenCounterFor(model);
      expect(exact).toBe(false);
      expect(count('12345678')).toBe(2);
    },
  );

  it('takes what looks like a special token for text', async () => {
    const { count } = await tokenCounterFor('gpt-4o');
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('is exact for any text with spaces', async () => {
    const { count } = await tokenCounterFor('gpt-4o');
    const { Tiktoken } = await import('js-tiktoken/lite');
    const { default: ranks } = await import('js-tiktoken/ranks/o200k_base');
    const text = 'Oslo is the capital of Norway.\n\n  It has 709,037 inhabitants -- more or less. '.repeat(
      50,
    );
    expect(count(text)).toBe(new Tiktoken(ranks).encode(text).length);
  });

  it('counts a long run without a space, with one token more for a cut at most', async () => {
    const { count } = await tokenCounterFor('gpt-4o');
    // "東" is one token, and eight letters "a" are another one
    expect(count('東'.repeat(960))).toBe(960);
    const tokens = count('a'.repeat(4800));
    expect(tokens).toBeGreaterThanOrEqual(600);
    expect(tokens).toBeLessThanOrEqual(600 + 100);
  });
});

describe('the estimate', () => {
  it('is a token for four ASCII characters and one for any other', () => {
    expect(estimateTextTokens('')).toBe(0);
    expect(estimateTextTokens('abcde')).toBe(2);
    expect(estimateTextTokens('東京')).toBe(2);
    expect(estimateTextTokens('abcd東京🦄')).toBe(4);
  });

  it('is near the truth for English', async () => {
    const { count } = await tokenCounterFor('gpt-4o');
    const text =
      'The Tower of London is a historic castle on the north bank of the River Thames in central London, founded in 1066.';
    expect(estimateTextTokens(text) / count(text)).toBeGreaterThan(0.8);
    expect(estimateTextTokens(text) / count(text)).toBeLessThan(1.5);
  });

  it('of a prompt counts what surrounds its messages', () => {
    const messages = [
      { role: 'system', content: 'abcd' },
      { role: 'user', content: 'abcdefgh' },
    ] as const;
    expect(estimateTokens(messages)).toBe(1 + 4 + 2 + 4 + 3);
  });
});
