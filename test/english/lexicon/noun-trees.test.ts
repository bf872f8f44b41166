import { expect, it } from 'vitest';
import { isNounOf, nounRelation } from '../../../src/english/lexicon/noun-trees.ts';

it.each([
  ['role', 'chemist', 'botanists', 'beside'],
  ['role', 'chemist', 'scientist', 'above'],
  ['role', 'author', 'writers', 'same'],
  ['role', 'brother', 'uncle', 'beside'],
  ['role', 'king', 'ruler', 'above'],
  ['role', 'king', 'duke', 'beside'],
  ['role', 'chemist', 'river', 'none'],
  ['sort', 'beetles', 'moth', 'beside'],
  ['sort', 'beetle', 'insect', 'above'],
  ['sort', 'river', 'lake', 'beside'],
  ['sort', 'river', 'beetle', 'none'],
  ['sort', 'bronze', 'copper', 'beside'],
  ['sort', 'chickpeas', 'lentil', 'beside'],
  ['sort', 'chickpeas', 'chickpea', 'same'],
  ['sort', 'red', 'bronze', 'none'],
] as const)('of %s: %s and %s are %s', (kind, one, other, relation) => {
  expect(nounRelation(kind, one, other)).toBe(relation);
  expect(nounRelation(kind, other, one)).toBe(relation);
});

it('knows which nouns it holds', () => {
  expect(['chemist', 'native', 'man', 'river', 'quickly', ''].map((noun) => isNounOf('role', noun))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
