import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BERTSCORE_BASELINE, greedyF1 } from '../../../src/benchmark/baselines/bertscore.ts';
import type { TokenEmbedder } from '../../../src/models/embedder.ts';
import { createTransformersTokens } from '../../../src/models/transformers/transformers-embedder.ts';
import { normalised } from '../../../src/models/vectors.ts';
import { embedderSettings } from '../../support/settings.ts';
import { makeTinyModel } from '../../support/tiny-model.ts';
import { scoresOf } from './text-input.ts';

const vectors = (...rows: number[][]) => rows.map((row) => Float32Array.from(row));

/** Greedy matching from the definition: the whole matrix of cosines, then its maxima. */
function naiveF1(left: Float32Array[], right: Float32Array[]): number {
  const cosines = left.map((a) => right.map((b) => a.reduce((sum, x, i) => sum + x * (b[i] as number), 0)));
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const recall = meanOf(cosines.map((row) => Math.max(...row)));
  const precision = meanOf(right.map((_, j) => Math.max(...cosines.map((row) => row[j] as number))));
  return recall <= 0 || precision <= 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

describe('F1 of greedy matching', () => {
  it('is that worked out by hand', () => {
    // Recall (1 + 0.6) / 2 = 0.8, since (0, 1)·(0.8, 0.6) = 0.6; precision (1 + 0.8 + 1) / 3.
    const left = vectors([1, 0], [0, 1]);
    const right = vectors([1, 0], [0.8, 0.6], [1, 0]);
    const [recall, precision] = [0.8, 2.8 / 3];
    expect(greedyF1(left, right)).toBeCloseTo((2 * recall * precision) / (recall + precision), 6);
  });

  it('is 1 for equal texts, 0 for unlike or empty ones', () => {
    expect(greedyF1(vectors([0.6, 0.8], [1, 0]), vectors([1, 0], [0.6, 0.8]))).toBeCloseTo(1, 6);
    expect(greedyF1(vectors([1, 0]), vectors([0, 1]))).toBe(0);
    expect(greedyF1(vectors([1, 0]), vectors([-1, 0]))).toBe(0);
    expect(greedyF1([], vectors([1, 0]))).toBe(0);
    expect(greedyF1(vectors([1, 0]), [])).toBe(0);
  });

  it('agrees with the definition, is symmetric, and lies in [0, 1]', () => {
    const component = fc.float({ min: -1, max: 1, noNaN: true });
    const vector = fc.array(component, { minLength: 5, maxLength: 5 }).map(normalised);
    const text = fc.array(vector, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const f1 = greedyF1(left, right);
        expect(f1).toBeCloseTo(Math.min(1, naiveF1(left, right)), 6);
        expect(greedyF1(right, left)).toBeCloseTo(f1, 10);
        expect(f1).toBeGreaterThanOrEqual(0);
        expect(f1).toBeLessThanOrEqual(1);
      }),
    );
  });
});

/** A vector for each letter, at right angles to those of other letters; records what it is asked. */
function letters(asked: string[] = []): TokenEmbedder {
  const one = (letter: string) => {
    const vector = new Float32Array(26);
    vector[letter.charCodeAt(0) - 97] = 1;
    return vector;
  };
  return {
    id: 'test/letters',
    embedTokens: async (texts) => {
      asked.push(...texts);
      return texts.map((text) => (text.toLowerCase().match(/[a-z]/g) ?? []).map(one));
    },
  };
}

describe('the scores', () => {
  it('are one less the mean over samples of the best F1 of their sentences', async () => {
    const scores = await scoresOf(
      BERTSCORE_BASELINE,
      {
        sentences: ['Ab.'],
        // Best F1 with {a, b}: 1 in the first; {a, c, d}: recall 1/2, precision 1/3, F1 0.4 in the second.
        samples: ['Xyz. Ab.', 'Acd.'],
        claims: ['Xz'],
      },
      { tokens: letters() },
    );
    expect(scores.sentences?.[0]).toBeCloseTo(1 - (1 + 0.4) / 2, 6);
    expect(scores.passage).toBeCloseTo(0.3, 6);
    // {x, z} with {x, y, z}: recall 1, precision 2/3, F1 0.8; nothing in the second sample.
    expect(scores.claims?.[0]).toBeCloseTo(1 - 0.8 / 2, 6);
    const { model, similarity } = scores.trace as { model: string; similarity: number[][] };
    expect(model).toBe('test/letters');
    expect(similarity[0]?.[1]).toBeCloseTo(0.4, 6);
    expect(similarity).toHaveLength(2);
  });

  it('rest on one vector for each different sentence', async () => {
    const asked: string[] = [];
    await scoresOf(
      BERTSCORE_BASELINE,
      { sentences: ['Ab.', 'Cd.'], samples: ['Ab. Ef.', 'Ab. Cd.'], claims: ['Ab.'] },
      { tokens: letters(asked) },
    );
    expect(asked).toEqual(['Ab.', 'Cd.', 'Ef.']);
  });

  it('of a real model are 0 for what all samples say, and higher for what none says', async () => {
    const tiny = await makeTinyModel();
    const config = embedderSettings({ provider: 'transformers', model: tiny.path });
    const { sentences } = await scoresOf(
      BERTSCORE_BASELINE,
      {
        sentences: ['She was born in the city.', 'He won a war.'],
        samples: ['She was born in the city. She died.', 'She was born in the city.'],
      },
      { tokens: createTransformersTokens(config, { env: {} }) },
    );
    await tiny.remove();
    expect(sentences?.[0]).toBeCloseTo(0, 5);
    expect(sentences?.[1]).toBeGreaterThan(0.05);
  });
});
