import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mostTogether,
  rarestFirst,
  readSample,
  sharedWeights,
  sharingAtLeast,
} from '../../../src/local/agreement/samples.ts';

const WORDS = ['river', 'castle', 'garden', 'museum', 'treaty', 'violin'];
const weigh = (key: string): number => 0.1 * key.length + 1 / 3;
const texts = fc.array(fc.subarray(WORDS, { minLength: 1 }), { minLength: 1, maxLength: 12 });
const sampleOf = (sentences: readonly (readonly string[])[]) =>
  readSample('sample-1', sentences.map((words) => `The ${words.join(' ')}.`).join('\n\n'));
const asked = fc.subarray([...WORDS, 'nowhere']).map((words) => words.map((key) => ({ key })));

describe('sentences by the rarest of words', () => {
  it('names each sentence once with its weight, and none later that has more than is told', () => {
    fc.assert(
      fc.property(texts, asked, (sentences, words) => {
        const sample = sampleOf(sentences);
        const found = [...rarestFirst(words, sample, weigh)];
        const weights = new Map(found.map(({ position, weight }) => [position, weight]));
        expect(weights).toEqual(new Map(sharedWeights(words, sample, weigh)));
        expect(found.length).toBe(weights.size);
        for (const [place, { most }] of found.entries())
          for (const { weight } of found.slice(place)) expect(weight).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('finds the best and the good ones as looking at all does', () => {
    fc.assert(
      fc.property(texts, asked, fc.double({ min: 0, max: 4, noNaN: true }), (sentences, words, least) => {
        const sample = sampleOf(sentences);
        const all = [...sharedWeights(words, sample, weigh)];
        expect(mostTogether(words, sample, weigh)).toBe(Math.max(0, ...all.map(([, weight]) => weight)));
        const found = [...sharingAtLeast(least, words, sample, weigh)];
        expect(new Map(found.map(({ position, weight }) => [position, weight]))).toEqual(
          new Map(all.filter(([, weight]) => weight >= least)),
        );
      }),
    );
  });
});
