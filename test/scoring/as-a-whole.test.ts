import { describe, expect, it } from 'vitest';
import { labelByScore, scoreOfRest } from '../../src/scoring/as-a-whole.ts';
import type { StatementScore } from '../../src/scoring/statement-scores.ts';
import { components, weights } from '../support/scoring.ts';

const sentence = (...triples: number[]) => ({ components: components({}), triples });
const scored = (score: number | null, source: 'triples' | 'passage' = 'triples') =>
  ({ score, source }) satisfies StatementScore<'sentence'>;
const scoring = {
  ...({ facts: 'statements', passage: 'mean', passageOf: 'triples' } as const),
  weights: weights({ support: 1 }),
};
const thresholds = { triple: 0.5, passage: 0.5 };

describe('a passage as a whole', () => {
  const statements = { sentences: [sentence(0, 1, 2), sentence(3, 4, 5), sentence(6)] };
  const scores = {
    triples: [0.6, 0.6, 0.6, 0.7, 0.7, 0.7, 0.1],
    sentences: [scored(0.6), scored(0.7), scored(0.1)],
    passage: 0.48,
  };

  it('is scored without its least supported sentence', () => {
    expect(scoreOfRest(statements, scores, scoring)).toBeCloseTo(0.65, 12);
  });

  it('is not hallucinated where one sentence alone has little support', () => {
    expect(labelByScore(statements, scores, scoring, thresholds)).toBe('factual');
    expect(labelByScore(statements, scores, { ...scoring, facts: 'parts' as const }, thresholds)).toBe(
      'hallucinated',
    );
  });

  it('is hallucinated by its worst statement, or by other evidence, where its score rests on these', () => {
    const byWorst = { ...scoring, passage: 'min' } as const;
    expect(labelByScore(statements, scores, byWorst, thresholds)).toBe('hallucinated');
    const both = { ...scoring, weights: weights({ support: 1, reference: 1 }) };
    expect(labelByScore(statements, scores, both, thresholds)).toBe('hallucinated');
  });

  const low = (facts: number) => ({
    triples: [...Array(facts).fill(0.4), 0.1],
    sentences: [scored(0.4), scored(0.1)],
    passage: 0.3,
  });
  const places = (facts: number) => ({ sentences: [sentence(...Array(facts).keys()), sentence(facts)] });

  it('is hallucinated where the others have little, too', () => {
    expect(scoreOfRest(places(6), low(6), scoring)).toBeCloseTo(0.4, 12);
    expect(labelByScore(places(6), low(6), scoring, thresholds)).toBe('hallucinated');
  });

  it('is not where fewer than six facts are left, whose mean tells nothing', () => {
    expect(scoreOfRest(places(5), low(5), scoring)).toBeNull();
    expect(labelByScore(places(5), low(5), scoring, thresholds)).toBe('factual');
    const one = { triples: [0.1], sentences: [scored(0.1)], passage: 0.1 };
    expect(labelByScore({ sentences: [sentence(0)] }, one, scoring, thresholds)).toBe('factual');
  });

  it('is made of sentences where no triple was read', () => {
    const sentences = [...Array(6).fill(scored(0.4)), scored(0.2)];
    const own = { triples: [], sentences, passage: 0.37 };
    const noTriples = { sentences: sentences.map(() => sentence()) };
    expect(scoreOfRest(noTriples, own, scoring)).toBeCloseTo(0.4);
  });
});
