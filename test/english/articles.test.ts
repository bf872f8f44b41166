import { expect, it } from 'vitest';
import { articleFor } from '../../src/english/articles.ts';

it.each([
  [
    'an',
    [
      'Egyptian',
      'Austrian',
      'uninhabited island',
      'hour',
      'honest man',
      'MP',
      'FBI agent',
      '8',
      '11th',
      '18th',
      '1889 tower',
      '80,000',
      'Éire',
      'umbrella',
    ],
  ],
  [
    'a',
    [
      'Moroccan',
      'university',
      'European',
      'one-off',
      'house',
      'UN envoy',
      'BBC film',
      '7',
      '110',
      '1,100',
      '1912 ship',
      'user',
      'unicorn',
    ],
  ],
] as const)('%s', (article, words) => {
  expect(words.map((word) => [word, articleFor(word)])).toEqual(words.map((word) => [word, article]));
});
