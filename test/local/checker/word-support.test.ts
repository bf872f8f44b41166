import { expect, it } from 'vitest';
import { indexReferences } from '../../../src/local/checker/reference-index.ts';
import { statementWords } from '../../../src/english/statement-words.ts';
import { supportOf } from '../../../src/local/checker/word-support.ts';

const REFERENCE =
  'The cat ate fresh fish. It slept afterwards. A storm came at night. Dogs chased the red ball.';
const index = indexReferences([REFERENCE, 'Birds sing.']);
const support = (text: string) => supportOf(statementWords(text), index);

it('is 1 for what was copied', () => {
  expect(support('The cat ate fresh fish.').value).toBe(1);
  expect(support('Dogs chased the red ball.').value).toBe(1);
});

it('takes 1 for a word no reference holds, and ¼ for each known neighbour of it', () => {
  // cat ate frozen fish: frozen 1, ate ½ · ½, fish ½ · ½; n = 4
  const { value, novel } = support('The cat ate frozen fish.');
  expect(value).toBeCloseTo(1 / (1 + 1.5 / 2));
  expect(novel.map(({ surface }) => surface)).toEqual(['frozen']);
});

it('takes ½ for a word of another place', () => {
  // cat ate fresh ball: ball ½ + ½ · ½, fresh ½ · ½; n = 4
  const { value, elsewhere, newPairs } = support('The cat ate the fresh ball.');
  expect(value).toBeCloseTo(1 / (1 + 1 / 2));
  expect(elsewhere.map(({ surface }) => surface)).toEqual(['ball']);
  expect(newPairs.map((pair) => pair.map(({ surface }) => surface))).toEqual([['fresh', 'ball']]);
});

it('takes ½ · b for new neighbours in one place', () => {
  // fish ate fresh cat: fish-ate new, ate-fresh known, fresh-cat new: b = ½, ½, ½, ½
  const { value } = support('The fish ate the fresh cat.');
  expect(value).toBeCloseTo(1 / (1 + 1 / 2));
});

it('lets two neighbouring sentences of one reference be one place', () => {
  expect(support('The cat ate fish, slept.').elsewhere).toEqual([]);
  expect(support('Red ball. Birds sing.').elsewhere).toHaveLength(2);
});

it('names the nearest sentence, none without a known word', () => {
  expect(support('dogs chased birds').nearest?.text).toBe('Dogs chased the red ball.');
  expect(support('quantum physics').nearest).toBeNull();
  // nothing known: 2 / √2 lack
  expect(support('quantum physics').value).toBeCloseTo(1 / (1 + Math.SQRT2));
});
