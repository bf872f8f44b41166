import { describe, expect, it } from 'vitest';
import { costOf, LIST_PRICES, priceOf } from '../../../src/models/budget/pricing.ts';
import { chatSettings } from '../../support/settings.ts';

const price = (changes: Parameters<typeof chatSettings>[0], prices = {}, env = {}) =>
  priceOf(chatSettings(changes), prices, env);

describe('the price of a model', () => {
  it('is the list price on the official service and on Azure', () => {
    const expected = LIST_PRICES['gpt-4o-mini'];
    expect(price({ model: 'gpt-4o-mini' })).toEqual(expected);
    expect(price({ model: 'gpt-4o-mini', baseUrl: 'https://mine.openai.azure.com' })).toEqual(expected);
  });

  it('of a dated name is that of the model, and of no other', () => {
    expect(price({ model: 'gpt-4o-2024-08-06' })).toEqual(LIST_PRICES['gpt-4o']);
    expect(price({ model: 'gpt-4o-audio-preview' })).toBeNull();
    expect(price({ model: 'constructor' })).toBeNull();
  });

  it('is unknown elsewhere, by address or by environment', () => {
    expect(price({ model: 'gpt-4o-mini', baseUrl: 'http://localhost:8000/v1' })).toBeNull();
    expect(price({ model: 'gpt-4o-mini', baseUrl: 'https://api.openai.com.example.org/v1' })).toBeNull();
    expect(price({ model: 'gpt-4o-mini' }, {}, { OPENAI_BASE_URL: 'http://localhost:8000/v1' })).toBeNull();
  });

  it('is what the configuration says, wherever the model is', () => {
    const own = { input: 7, output: 8 };
    expect(price({ model: 'gpt-4o-mini' }, { 'gpt-4o-mini': own })).toEqual(own);
    expect(price({ model: 'llama', baseUrl: 'http://localhost:8000/v1' }, { llama: own })).toEqual(own);
  });
});

describe('the cost', () => {
  it('is that of input and output', () => {
    // 2 million at $0.15 and 0.5 million at $0.60
    const usage = { inputTokens: 2e6, outputTokens: 5e5 };
    expect(costOf({ input: 0.15, output: 0.6 }, usage)).toBeCloseTo(0.6, 12);
  });
});
