import { expect, it } from 'vitest';
import { articleFor } from '../../src/english/articles.ts';

it.each([
  ['an', 'Egyptian; Austrian; uninhabited island; hour; honest man; MP; FBI agent; Éire; umbrella'],
  ['an', '8; 11th; 18th; 1889 tower; 80,000'],
  ['a', 'Moroccan; university; European; one-off; house; UN envoy; BBC film; user; unicorn'],
  ['a', '7; 110; 1,100; 1912 ship'],
])('%s: %s', (article, list) => {
  const words = list.split('; ');
  expect(words.map((word) => [word, articleFor(word)])).toEqual(words.map((word) => [word, article]));
});
