import { expect, it } from 'vitest';
import { alikeSentences } from '../../../src/local/agreement/alike-sentences.ts';
import { numberComparison } from '../../../src/local/agreement/number-conflicts.ts';
import { readSample } from '../../../src/local/agreement/samples.ts';
import { wordsOf } from './samples-of.ts';

/** 60 sentences: two in three have "died" and one of two years, each third "left" and no year; all have "Ann". */
const sentences = Array.from({ length: 60 }, (_, index) =>
  index % 3 === 2
    ? `Ann Kov${'abcdefghij'[index % 10]}${index} left Oslo.`
    : `Ann Kov${'abcdefghij'[index % 10]}${index} died in ${index % 3 === 0 ? 1900 : 1907}.`,
);
const sample = readSample('sample-1', sentences.join(' '));

it('groups sentences by the common words that they hold', () => {
  const { groups, own } = alikeSentences(sample, Number).holding(wordsOf('Ann died with Kovd3'));
  // 40 sentences with "died" are few
  expect(groups.map(({ held }) => [...held])).toEqual([['ann']]);
  expect(groups[0]?.sentences.years).toEqual([
    { year: 1900, count: 20, position: 0 },
    { year: 1907, count: 20, position: 1 },
  ]);
  expect([...own]).toEqual(expect.arrayContaining([...sentences.keys()].filter((index) => index % 3 !== 2)));
});

it('lets a sentence that holds a rare word count once', () => {
  const words = wordsOf('Ann Kovd3 died in 1900');
  const { numbers, spread } = numberComparison([sample], () => 1)({ words, sentence: words });
  // agree 1: numbers = ½ − (½ / 2 − ½); 20 sentences with each year: entropy log 2 over log 2
  expect(numbers).toBeCloseTo(0.75, 12);
  expect(spread).toBeCloseTo(0, 12);
});

it('looks for a rare value where the sentences share enough', () => {
  const words = wordsOf('Ann Kovd3 sang in 1850');
  const { numbers } = numberComparison(
    [readSample('sample-1', `${sentences.join(' ')} Karl slept in 1850.`)],
    () => 1,
  )({ words, sentence: words });
  // conflict 1: numbers = ½ − (1.5 / 2 − ½)
  expect(numbers).toBeCloseTo(0.25, 12);
});
