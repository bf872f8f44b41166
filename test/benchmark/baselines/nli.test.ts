import { describe, expect, it } from 'vitest';
import { contradictionShare, NLI_BASELINE } from '../../../src/benchmark/baselines/nli.ts';
import { configSchema, type NliConfig } from '../../../src/config/schema.ts';
import type { NliModel, NliVerdict } from '../../../src/models/nli-model.ts';
import { createTransformersNli } from '../../../src/models/transformers/transformers-nli.ts';
import { makeTinyModel } from '../../support/tiny-model.ts';
import { scoresOf } from './text-input.ts';

interface Pair {
  premise: string;
  hypothesis: string;
}

/** Gives each pair the verdict written for it. */
function scripted(judge: (pair: Pair) => NliVerdict, asked: Pair[] = []): NliModel {
  return {
    id: 'test/scripted',
    classify: async (pairs) => {
      asked.push(...pairs);
      return pairs.map(judge);
    },
  };
}

describe('P(contradiction)', () => {
  it('leaves the neutral class out', () => {
    expect(contradictionShare({ entailment: 0.1, neutral: 0.6, contradiction: 0.3 })).toBeCloseTo(0.75, 12);
    expect(contradictionShare({ entailment: 0.25, neutral: 0.75, contradiction: 0 })).toBe(0);
  });

  it('is that of a softmax over the two logits alone', () => {
    const [entailment, neutral, contradiction] = [0.5, 2, 1.5].map(Math.exp) as [number, number, number];
    const sum = entailment + neutral + contradiction;
    const share = contradictionShare({
      entailment: entailment / sum,
      neutral: neutral / sum,
      contradiction: contradiction / sum,
    });
    expect(share).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
  });

  it('is undecided where all weight is on neutral', () => {
    expect(contradictionShare({ entailment: 0, neutral: 1, contradiction: 0 })).toBe(0.5);
  });
});

describe('the scores', () => {
  const judge = ({ premise, hypothesis }: Pair): NliVerdict => {
    if (premise.includes(hypothesis)) return { entailment: 0.8, neutral: 0, contradiction: 0.2 };
    return { entailment: 0.1, neutral: 0.5, contradiction: 0.4 };
  };

  it('are the mean over samples, with the sample as premise', async () => {
    const asked: Pair[] = [];
    const scores = await scoresOf(
      NLI_BASELINE,
      { sentences: ['Ab.', 'Cd.'], samples: ['Ab. Ef.', 'Ab. Cd.', 'Gh.'], claims: ['Ef.'] },
      { nli: scripted(judge, asked) },
    );
    expect(scores.sentences?.[0]).toBeCloseTo((0.2 + 0.2 + 0.8) / 3, 12);
    expect(scores.sentences?.[1]).toBeCloseTo((0.8 + 0.2 + 0.8) / 3, 12);
    expect(scores.claims?.[0]).toBeCloseTo((0.2 + 0.8 + 0.8) / 3, 12);
    expect(scores.passage).toBeCloseTo((0.4 + 0.6) / 2, 12);
    expect(asked).toHaveLength(9);
    expect(asked[1]).toEqual({ premise: 'Ab. Cd.', hypothesis: 'Ab.' });
  });

  it('keep the share of every sample', async () => {
    const { trace } = await scoresOf(
      NLI_BASELINE,
      { sentences: ['Ab.'], samples: ['Ab.', 'Cd.'] },
      { nli: scripted(judge) },
    );
    expect(trace).toEqual({ model: 'test/scripted', contradiction: [[0.2, 0.8]] });
  });

  it('of a real model lie in [0, 1] and are the same each time', async () => {
    const tiny = await makeTinyModel({ labels: ['contradiction', 'entailment', 'neutral'] });
    const config = configSchema.parse({ nli: { model: tiny.path, batchSize: 2 } }).nli as NliConfig;
    const input = { sentences: ['She was born.', 'He won a war.'], samples: ['She was born.', 'He died.'] };
    const run = () => scoresOf(NLI_BASELINE, input, { nli: createTransformersNli(config, { env: {} }) });
    const first = await run();
    expect(await run()).toEqual(first);
    await tiny.remove();
    for (const score of first.sentences ?? []) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }
    expect(first.sentences?.[0]).not.toBe(first.sentences?.[1]);
  });
});
