import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSample, sharedWeights } from '../../../src/local/agreement/samples.ts';
import { wordsOf } from './samples-of.ts';

it('readSample: tells where each word stands', () => {
  const { sentences, keys, places } = readSample('sample-1', 'Ann left Rome. Karl left. Ann saw Rome.');
  expect(sentences.map(({ text }) => text)).toEqual(['Ann left Rome.', 'Karl left.', 'Ann saw Rome.']);
  expect([...keys]).toEqual([...places.keys()]);
  expect(Object.fromEntries(places)).toEqual({
    ann: [0, 2],
    leav: [0, 1],
    rom: [0, 2],
    karl: [1],
    see: [2],
  });
});

it('sharedWeights: sums over the words of each sentence, as a look at every sentence does', () => {
  const text = fc.array(fc.constantFrom('Ann', 'Rome', 'Karl', 'left', '1912', 'and', 'Then', '.'), {
    maxLength: 30,
  });
  const weigh = (key: string) => key.length;
  fc.assert(
    fc.property(text, text, (claimed, said) => {
      const words = wordsOf(claimed.join(' '));
      const sample = readSample('sample-1', said.join(' '));
      const naive = sample.sentences.map(({ keys }) =>
        words.reduce((sum, { key }) => (keys.has(key) ? sum + weigh(key) : sum), 0),
      );
      const shared = sharedWeights(words, sample, weigh);
      expect(sample.sentences.map((_, place) => shared.get(place) ?? 0)).toEqual(naive);
    }),
  );
});
