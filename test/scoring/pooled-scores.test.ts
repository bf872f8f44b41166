import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pooledScores } from '../../src/scoring/pooled-scores.ts';
import { components, weights } from '../support/scoring.ts';

const nothing = components({});
const statements = {
  isJudged: true,
  triples: [components({ judged: 0.9, head: 0.8 }), components({ judged: 0.2 }), nothing],
  sentences: [
    { components: nothing, triples: [0] },
    { components: nothing, triples: [1, 0] },
    { components: nothing, triples: [2] },
  ],
  claims: [{ components: nothing, triples: [1] }],
};
const unknown = { sentences: [], claims: [] };
const pooling = { consistency: 'mean', prior: 0, agreement: unknown } as const;
const six = (score: number | null) => score?.toFixed(6);

describe('pooledScores', () => {
  it('gives sentences, claims and the passage the least of their facts where no judge rates them', () => {
    const scores = pooledScores(statements, weights({ judged: 1, head: 0.5 }), pooling);
    // odds 9 times the root of 4
    const first = (18 / 19).toFixed(6);
    expect(scores.triples.map(six)).toEqual([first, '0.200000', undefined]);
    expect(scores.sentences.map(({ score, source }) => [six(score), source])).toEqual([
      [first, 'triples'],
      ['0.200000', 'triples'],
      // a sentence of which nothing is known has the mean of the passage
      [((18 / 19 + 0.2) / 2).toFixed(6), 'passage'],
    ]);
    expect(scores.claims).toMatchObject([{ source: 'triples' }]);
    expect(scores.passage).toBeCloseTo(0.2, 12);
  });

  const rated = (...values: number[]) => ({
    ...statements,
    sentences: statements.sentences.map((sentence, index) => ({
      ...sentence,
      components: components({ judged: values[index] as number }),
    })),
  });

  it('puts the word of the judge on a sentence beside the other evidence of its least supported fact', () => {
    const scores = pooledScores(rated(0.1, 0.9, 0.15), weights({ judged: 1, head: 0.5 }), pooling);
    expect(scores.sentences.map(({ score, source }) => [six(score), source])).toEqual([
      // odds 1/9 times the root of 4
      [(2 / 11).toFixed(6), 'triples'],
      // odds 9, since nothing else speaks of its second fact
      ['0.900000', 'triples'],
      ['0.150000', 'sentence'],
    ]);
    // the second fact is as probable as its sentence, the third unknown as before
    expect(scores.triples.map(six)).toEqual([(18 / 19).toFixed(6), '0.900000', undefined]);
    expect(scores.passage).toBeCloseTo(0.15, 12);
  });

  it('adds what the samples agree on to a sentence and its facts, whatever is known of these', () => {
    const odds = Math.log(3);
    const agreement = { sentences: [odds, null, -odds], claims: [-odds] };
    const scores = pooledScores(rated(0.1, 0.9, 0.15), weights({ judged: 1, head: 0.5 }), {
      ...pooling,
      agreement,
    });
    expect(scores.sentences.map(({ score }) => six(score))).toEqual([
      // odds 1/9 · 2 · 3
      '0.400000',
      '0.900000',
      // odds 3/17 / 3
      (1 / 18).toFixed(6),
    ]);
    // a fact of nothing else is as probable as samples make it
    expect(six(scores.triples[2] as number)).toBe('0.250000');
    // odds 1/4 / 3
    expect(six(scores.claims[0]?.score as number)).toBe((1 / 13).toFixed(6));
    expect(scores.passage).toBeCloseTo(1 / 18, 12);
  });

  it('leaves the judge out where it has no weight', () => {
    const scores = pooledScores(rated(0.1, 0.9, 0.15), weights({ head: 1 }), pooling);
    expect(scores.sentences.map(({ source }) => source)).toEqual(['triples', 'triples', 'passage']);
    expect(scores.triples.map(six)).toEqual(['0.800000', undefined, undefined]);
  });

  it('has no fact below its sentence, and no sentence below the passage', () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    const parts = fc.record({ judged: share, head: share });
    const texts = fc.array(fc.record({ judged: share, facts: fc.array(parts, { maxLength: 3 }) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(texts, (read) => {
        const triples = read.flatMap(({ facts }) => facts.map(components));
        let next = 0;
        const sentences = read.map(({ judged, facts }) => ({
          components: components({ judged }),
          triples: facts.map(() => next++),
        }));
        const scores = pooledScores(
          { isJudged: true, triples, sentences, claims: [] },
          weights({ judged: 1, head: 0.5 }),
          pooling,
        );
        for (const [index, { triples: held }] of sentences.entries()) {
          const { score, source } = scores.sentences[index] as { score: number | null; source: string };
          if (score === null || source === 'passage') continue;
          expect(scores.passage).toBeLessThanOrEqual(score);
          for (const position of held) expect(scores.triples[position] ?? 1).toBeGreaterThanOrEqual(score);
        }
      }),
    );
  });
});
