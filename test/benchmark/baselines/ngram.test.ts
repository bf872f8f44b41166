import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDataset } from '../../../datasets/open-dataset.ts';
import type { BaselineParts } from '../../../src/benchmark/baselines/baseline.ts';
import { NGRAM_BASELINES, ngramBaseline, ngramsOf, rarity } from '../../../src/benchmark/baselines/ngram.ts';
import { pearson } from '../../../src/statistics/correlation.ts';
import { averagePrecision, reversed, rocAuc } from '../../../src/statistics/ranking.ts';
import { scoresOf, textInput } from './text-input.ts';

const { log } = Math;

describe('n-grams', () => {
  it('are one for each token, the first ones padded', () => {
    expect(ngramsOf(['a', 'b', 'c'], 1)).toEqual(['a', 'b', 'c']);
    expect(ngramsOf(['a', 'b', 'c'], 2)).toEqual(['<s> a', 'a b', 'b c']);
    expect(ngramsOf(['a', 'b'], 3)).toEqual(['<s> <s> a', '<s> a b']);
    expect(ngramsOf([], 2)).toEqual([]);
  });

  it('are as rare as their share is small, and as one counted once where there is none', () => {
    const rarityOf = rarity(['a', 'a', 'a', 'b']);
    expect(rarityOf('a')).toBeCloseTo(log(4 / 3), 12);
    expect(rarityOf('b')).toBeCloseTo(log(4), 12);
    expect(rarityOf('c')).toBe(rarityOf('b'));
  });
});

describe('the scores', () => {
  // Tokens of response and samples: oslo 4, grew 3, shrank 1, "." 4, together 12.
  const input = {
    sentences: ['Oslo grew.', 'Oslo shrank.'],
    samples: ['Oslo grew.', 'OSLO grew.'],
    claims: ['Oslo won'],
  };

  it('of unigrams, averaged, are those worked out by hand', async () => {
    const scores = await scoresOf(ngramBaseline(1, 'avg'), input);
    const grew = (log(12 / 4) + log(12 / 3) + log(12 / 4)) / 3;
    const shrank = (log(12 / 4) + log(12 / 1) + log(12 / 4)) / 3;
    const won = (log(12 / 4) + log(12 / 1)) / 2;
    expect(scores.sentences?.[0]).toBeCloseTo(grew, 12);
    expect(scores.sentences?.[1]).toBeCloseTo(shrank, 12);
    expect(scores.claims?.[0]).toBeCloseTo(won, 12);
    expect(scores.passage).toBeCloseTo((grew + shrank) / 2, 12);
  });

  it('of unigrams, by their maximum, are those of the rarest token', async () => {
    const scores = await scoresOf(ngramBaseline(1, 'max'), input);
    expect(scores.sentences?.[0]).toBeCloseTo(log(12 / 3), 12);
    expect(scores.sentences?.[1]).toBeCloseTo(log(12), 12);
    expect(scores.passage).toBeCloseTo((log(4) + log(12)) / 2, 12);
  });

  it('of bigrams count pairs of tokens, sentence by sentence', async () => {
    // <s> oslo 4, oslo grew 3, oslo shrank 1, grew . 3, shrank . 1
    const average = await scoresOf(ngramBaseline(2, 'avg'), input);
    expect(average.sentences?.[0]).toBeCloseTo((log(12 / 4) + 2 * log(12 / 3)) / 3, 12);
    expect(average.sentences?.[1]).toBeCloseTo((log(12 / 4) + 2 * log(12)) / 3, 12);
    const highest = await scoresOf(ngramBaseline(2, 'max'), input);
    expect(highest.sentences?.[0]).toBeCloseTo(log(12 / 3), 12);
  });

  // Expected: SelfCheckNgram of selfcheckgpt 0.1.7 (PyPI) on tokens of spaCy 3.8.18, en_core_web_sm 3.8.0.
  it.each([
    [1, 'avg', 2.4858357477682556, 2.8253884362038932],
    [1, 'max', 3.0204248861443626, 3.713572066704308],
    [2, 'avg', 2.8466541255265776, 3.3669984764243353],
    [2, 'max', 3.0204248861443626, 3.713572066704308],
  ] as const)('of %i tokens, %s, are those of the released code', async (n, pooling, first, second) => {
    const { sentences } = await scoresOf(ngramBaseline(n, pooling), {
      sentences: ['Mara Quint was born in Leith.', 'She was a painter, and died in 1970.'],
      samples: [
        'Mara Quint, a painter, was born in Leith.',
        'Mara Quint was a poet. She died in Leith in 1971.',
      ],
    });
    expect(sentences).toEqual([expect.closeTo(first, 12), expect.closeTo(second, 12)]);
  });

  it('rank a statement the samples repeat below one they do not', async () => {
    for (const definition of NGRAM_BASELINES) {
      const { sentences } = await scoresOf(definition, input);
      expect(sentences?.[0]).toBeLessThan(sentences?.[1] as number);
    }
  });

  it('are finite, not negative, and never above their maximum', async () => {
    const text = fc.array(fc.constantFrom('Oslo', 'grew', 'in', '1912', '.', '\n', '東京'), { minLength: 1 });
    const words = text.map((parts) => parts.join(' '));
    await fc.assert(
      fc.asyncProperty(words, fc.array(words, { minLength: 1, maxLength: 3 }), async (sentence, samples) => {
        const passage = { sentences: [sentence], samples, claims: ['something else'] };
        const average = await scoresOf(ngramBaseline(2, 'avg'), passage);
        const highest = await scoresOf(ngramBaseline(2, 'max'), passage);
        for (const scores of [average, highest]) {
          const all = [scores.passage, ...(scores.sentences ?? []), ...(scores.claims ?? [])];
          for (const score of all) if (score !== null) expect(score).toBeGreaterThanOrEqual(0);
          for (const score of all) if (score !== null) expect(Number.isFinite(score)).toBe(true);
        }
        if (average.passage !== null)
          expect(average.passage).toBeLessThanOrEqual((highest.passage as number) + 1e-9);
      }),
      { numRuns: 50 },
    );
  });
});

it('stops when it is told to', async () => {
  const reason = new Error('enough');
  const input = textInput({ sentences: ['a'], samples: ['a'] });
  const scoring = ngramBaseline(1, 'avg').score(input, {} as BaselineParts, {
    signal: AbortSignal.abort(reason),
  });
  await expect(scoring).rejects.toBe(reason);
});

const wikibio = '../shared/data/wikibio/wiki_bio_gpt3_hallucination.json';

describe.skipIf(!existsSync(wikibio))(`on WikiBio (needs ${wikibio})`, () => {
  it('the maximum of unigrams comes to the figures known for it', async () => {
    const { passages } = await openDataset({ path: wikibio });
    const items: { score: number; positive: boolean }[] = [];
    const scores: number[] = [];
    for (const { passage, sentences = [] } of passages) {
      const { response = '', samples = [] } = passage;
      const { trace } = textInput({ sentences: [], samples: [] });
      const given = { passage: { ...passage, response, samples }, trace, seed: 0 };
      const input = { ...given, sentences: sentences.map(({ span }) => span) };
      const result = await ngramBaseline(1, 'max').score(input, {} as BaselineParts);
      scores.push(result.passage as number);
      sentences.forEach(({ label }, index) => {
        items.push({ score: result.sentences?.[index] as number, positive: label !== 'factual' });
      });
    }
    const gold = passages.map(({ sentences = [] }) =>
      sentences.reduce((sum, { score }) => sum + score / sentences.length, 0),
    );
    expect(averagePrecision(items).value).toBeCloseTo(0.889, 2);
    expect(averagePrecision(reversed(items)).value).toBeCloseTo(0.564, 2);
    expect(rocAuc(items).value).toBeCloseTo(0.748, 2);
    expect(pearson(scores, gold).value).toBeCloseTo(0.627, 2);
  });
});
