import { describe, expect, it } from 'vitest';
import { pooledScores } from '../../src/scoring/pooled-scores.ts';
import { components, weights } from '../support/scoring.ts';

const nothing = components({});
const statements = {
  isJudged: true,
  triples: [components({ judged: 0.9, head: 0.5 }), components({ judged: 0.2 }), nothing],
  sentences: [
    { components: nothing, triples: [0] },
    { components: nothing, triples: [1, 0] },
    { components: nothing, triples: [2] },
  ],
  claims: [{ components: nothing, triples: [1] }],
  judged: null,
};
const pooling = { consistency: 'mean', prior: 0 } as const;

describe('pooledScores', () => {
  it('gives sentences, claims and the passage the least of their facts', () => {
    const scores = pooledScores(statements, weights({ judged: 1, head: 0.5 }), pooling);
    expect(scores.triples.map((score) => score?.toFixed(6))).toEqual(['0.900000', '0.200000', undefined]);
    expect(scores.sentences.map(({ score, source }) => [score?.toFixed(6), source])).toEqual([
      ['0.900000', 'triples'],
      ['0.200000', 'triples'],
      // a sentence of which nothing is known has the mean of the passage
      ['0.550000', 'passage'],
    ]);
    expect(scores.claims).toMatchObject([{ source: 'triples' }]);
    expect(scores.passage).toBeCloseTo(0.2, 12);
  });

  it('counts half of what the judge doubts a sentence more, and its word alone where no fact has a value', () => {
    const sentences = statements.sentences.map((sentence, index) => ({
      ...sentence,
      components: components({ judged: [0.1, 0.9, 0.15][index] as number }),
    }));
    const scores = pooledScores({ ...statements, sentences }, weights({ judged: 1 }), pooling);
    expect(scores.sentences.map(({ score, source }) => [score?.toFixed(6), source])).toEqual([
      // odds 9 and 1/9 multiply to 1
      ['0.500000', 'triples'],
      ['0.200000', 'triples'],
      ['0.150000', 'sentence'],
    ]);
    expect(scores.passage).toBeCloseTo(0.15, 12);
    const withoutJudge = pooledScores({ ...statements, sentences }, weights({ head: 1 }), pooling);
    expect(withoutJudge.sentences.map(({ source }) => source)).toEqual(['triples', 'triples', 'passage']);
  });

  it('counts half of what the judge doubts the whole text more', () => {
    const scores = pooledScores({ ...statements, judged: 0.02 }, weights({ judged: 1 }), pooling);
    // odds 1/4 and 1/49: the root of their product
    const odds = Math.sqrt(1 / (4 * 49));
    expect(scores.passage).toBeCloseTo(odds / (1 + odds), 9);
  });
});
