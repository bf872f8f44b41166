import { expect, it } from 'vitest';
import { indexReferences } from '../../../src/local/checker/reference-index.ts';

const index = indexReferences(['The cat ate fish. Dogs ate meat.', 'Birds sing.']);

it('places every sentence in its reference', () => {
  expect(index.sentences.map(({ place, text }) => [place.reference, place.span, text])).toEqual([
    [0, { start: 0, end: 17 }, 'The cat ate fish.'],
    [0, { start: 18, end: 32 }, 'Dogs ate meat.'],
    [1, { start: 0, end: 11 }, 'Birds sing.'],
  ]);
});

it('knows words and their neighbours, in order and within a sentence', () => {
  expect(['cat', 'bird', 'cow'].map(index.holds)).toEqual([true, true, false]);
  expect(index.adjacent('cat', 'eat')).toBe(true);
  expect(index.adjacent('eat', 'cat')).toBe(false);
  expect(index.adjacent('fish', 'dog')).toBe(false);
});

it('weighs words by how few sentences hold them', () => {
  expect(index.weigh('eat')).toBeCloseTo(Math.log(1 + 3 / 2));
  expect(index.weigh('cat')).toBeCloseTo(Math.log(1 + 3));
});

it('takes a pronoun at the beginning for the name before it, where pronouns are resolved', () => {
  const texts = ['Ada Lovelace was English. She died in London. In 1843 he wrote. It rained.'];
  const keys = (options: { resolved?: boolean }) =>
    indexReferences(texts, options).sentences.map((sentence) => [...sentence.keys]);
  const [first, ...own] = keys({});
  expect(keys({ resolved: true })).toEqual([
    first,
    [...(own[0] ?? []), 'ada', 'lovela'],
    own[1],
    own[2], // the sentence before names nobody
  ]);
  expect(indexReferences(texts, { resolved: true }).adjacent('lovela', 'die')).toBe(true);
  expect(indexReferences(texts).adjacent('lovela', 'die')).toBe(false);
});

it('reads the rows of a table one by one, with the words of the columns where a triple is looked for', () => {
  const table = '| Peak | Height |\n|---|---|\n| Eiger | 3967 m |';
  const [sentence] = indexReferences([table], { resolved: true }).placeOf([
    { key: 'eiger', surface: 'Eiger', kind: 'word' },
  ]);
  expect(sentence?.text).toBe('| Eiger | 3967 m |');
  expect([...(sentence?.keys ?? [])]).toEqual(expect.arrayContaining(['eiger', 'peak', 'height', '3967']));
});
