import { expect, it } from 'vitest';
import { sampleLikeness } from '../../../src/local/agreement/sample-likeness.ts';
import { samplesOf } from './samples-of.ts';

const TOPIC = new Set(['titan', 'sank']);
const likenessOf = (...texts: string[]) =>
  sampleLikeness(
    samplesOf(texts),
    (key) => TOPIC.has(key) || key.startsWith('titan'),
    () => 1,
  );

it('is the share of words of the shorter that both hold', () => {
  // red boat; red boat lake: 2 of 2
  expect(likenessOf('A red boat.', 'A red boat on a lake.', 'A green hill.')).toEqual([[1, 0], [0], []]);
});

it('takes words of the topic where a sample has no others', () => {
  expect(likenessOf('The Titanic sank.', 'The Titanic sank.')).toEqual([[1], []]);
  expect(likenessOf('', '')).toEqual([[0], []]);
});
