import { describe, expect, it } from 'vitest';
import { NLI_CONTEXT_BASELINE } from '../../../src/benchmark/baselines/nli-context.ts';
import { configSchema, type NliConfig } from '../../../src/config/schema.ts';
import type { NliModel } from '../../../src/models/nli-model.ts';
import { createTransformersNli } from '../../../src/models/transformers/transformers-nli.ts';
import { makeTinyModel } from '../../support/tiny-model.ts';
import { textInput } from './text-input.ts';

function scoreOf(
  model: NliModel,
  context: string[] | undefined,
  sentences = ['She was born.', 'She died.'],
  chunkTokens = Number.POSITIVE_INFINITY,
) {
  const input = textInput({ sentences, samples: [] });
  const passage = { ...input.passage, ...(context && { context }) };
  const parts = { generator: null, analyst: null, nli: model, tokens: null, prompts: {}, chunkTokens };
  return NLI_CONTEXT_BASELINE.score({ ...input, passage }, parts as never);
}

describe('NLI of the whole text against its context', () => {
  const asked: unknown[] = [];
  const model: NliModel = {
    id: 'test/scripted',
    classify: async (pairs) => {
      asked.push(...pairs);
      return pairs.map(({ premise }) =>
        premise.includes('Two')
          ? { entailment: 0.7, neutral: 0.2, contradiction: 0.1 }
          : { entailment: 0.1, neutral: 0.8, contradiction: 0.1 },
      );
    },
  };

  it('asks once for each piece of the context, and takes the one that supports most', async () => {
    const scores = await scoreOf(model, ['One.', ' ', 'Two. Three.']);
    expect(scores).toMatchObject({ sentences: null, claims: null, reason: null });
    expect(scores.passage).toBeCloseTo(0.3, 12);
    const hypothesis = 'She was born. She died.';
    expect(asked.splice(0)).toEqual(['One.', 'Two. Three.'].map((premise) => ({ premise, hypothesis })));
    await scoreOf(model, ['Two. Three.'], [hypothesis], 2);
    expect(asked.splice(0)).toEqual(['Two.', 'Three.'].map((premise) => ({ premise, hypothesis })));
  });

  it.each([
    ['no context', undefined, ['She.'], 'no-reference'],
    ['a blank context', [' '], ['She.'], 'no-reference'],
    ['an empty response', ['One.'], [''], 'the response is empty'],
  ])('says why there is no score for %s', async (_, context, sentences, reason) => {
    expect(await scoreOf(model, context, sentences)).toMatchObject({ passage: null, reason });
  });

  it('works with a real model, whatever the order of its labels', async () => {
    const tiny = await makeTinyModel({ labels: ['contradiction', 'entailment', 'neutral'] });
    const config = configSchema.parse({ nli: { model: tiny.path } }).nli as NliConfig;
    const nli = createTransformersNli(config, { env: {} });
    const [verdict] = await nli.classify([{ premise: 'He died.', hypothesis: 'She was born. She died.' }]);
    const scores = await scoreOf(nli, ['He died.']);
    await tiny.remove();
    expect(scores.passage).toBeCloseTo(1 - (verdict?.entailment ?? 9), 6);
  });
});
