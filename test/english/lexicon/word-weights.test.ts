import { expect, it } from 'vitest';
import { wordWeight } from '../../../src/english/lexicon/word-weights.ts';
import { wordKey } from '../../../src/english/content-words.ts';

it('is −log(share + 0.002)', () => {
  expect(wordWeight(wordKey('zymurgy'))).toBeCloseTo(-Math.log(0.007), 12);
  expect(wordWeight(wordKey('known'))).toBeCloseTo(-Math.log(0.352), 12);
});

it('grows with rarity', () => {
  const weights = ['known', 'year', 'career', 'chemist'].map((word) => wordWeight(wordKey(word)));
  expect([...weights].sort((left, right) => left - right)).toEqual(weights);
});
