import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema, type NliConfig } from '../../../src/config/schema.ts';
import { BackendError } from '../../../src/errors.ts';
import { createNliModel } from '../../../src/models/create.ts';
import type { TransformersImporter } from '../../../src/models/transformers/transformers-loading.ts';
import {
  createTransformersNli,
  longestFitting,
  nliClasses,
  verdictOf,
} from '../../../src/models/transformers/transformers-nli.ts';
import { describeNliModel } from '../../contract/nli-model.contract.ts';
import { makeTinyModel, tinyModel } from '../../support/tiny-model.ts';

const LABELS = ['entailment', 'neutral', 'contradiction'] as const;
const PAIR = { premise: 'She was born in the city.', hypothesis: 'She died.' };

const settings = (model: string, changes: Partial<NliConfig> = {}): NliConfig => ({
  ...(configSchema.parse({ nli: { model } }).nli as NliConfig),
  ...changes,
});

for (const dtype of ['fp32', 'q8'] as const) {
  describeNliModel(`the transformers adapter (${dtype})`, async () => {
    const own = await makeTinyModel({ labels: LABELS });
    const model = createTransformersNli(settings(own.path, { dtype, batchSize: 3 }), { env: {} });
    return { model, close: own.remove };
  });
}

describe('the outputs of a model', () => {
  const verdict = async (labels: readonly string[]) => {
    const model = await tinyModel({ labels });
    const [first] = await createTransformersNli(settings(model.path), { env: {} }).classify([PAIR]);
    return first as NonNullable<typeof first>;
  };

  it('are named by its own labels: other labels on the same weights swap the probabilities', async () => {
    const usual = await verdict(LABELS);
    const turned = await verdict(['CONTRADICTION', 'NEUTRAL', 'ENTAILMENT']);
    expect(turned).toEqual({
      entailment: usual.contradiction,
      neutral: usual.neutral,
      contradiction: usual.entailment,
    });
    expect(usual.entailment).not.toBeCloseTo(usual.contradiction, 3);
    const shifted = await verdict(['neutral', 'contradiction', 'entailment']);
    expect(shifted.neutral).toBe(usual.entailment);
    expect(shifted.contradiction).toBe(usual.neutral);
  });

  it('of two classes leave nothing for neutral', async () => {
    const { entailment, neutral, contradiction } = await verdict(['not_entailment', 'entailment']);
    expect(neutral).toBe(0);
    expect(entailment + contradiction).toBeCloseTo(1, 10);
  });

  it('of one class are the log-odds of entailment', async () => {
    const { entailment, neutral, contradiction } = await verdict(['consistent']);
    expect(neutral).toBe(0);
    expect(entailment).toBeGreaterThan(0);
    expect(entailment + contradiction).toBeCloseTo(1, 10);
    expect(verdictOf([Math.log(3)], ['entailment']).entailment).toBeCloseTo(0.75, 12);
  });

  it('that have no such names are refused, each time', async () => {
    const { path } = await tinyModel({ labels: ['LABEL_0', 'LABEL_1', 'LABEL_2'] });
    const model = createTransformersNli(settings(path), { env: {} });
    for (const _attempt of [1, 2]) await expect(model.classify([PAIR])).rejects.toThrow(/LABEL_0, LABEL_1/);
  });

  it('that are not as many as the labels are refused', async () => {
    const importer = stubbed([0, 0], { 0: 'entailment', 1: 'neutral', 2: 'contradiction' });
    const call = createTransformersNli(settings('a/b'), { env: {}, importer }).classify([PAIR]);
    await expect(call).rejects.toThrow(/2 logits for its 3 labels/);
  });
});

/** A library whose classifier gives every pair these logits; tokens are words, and a pair may have 6. */
function stubbed(logits: number[], id2label: Record<string, string>, seen: string[][] = []) {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
  const tokenizer = Object.assign(
    (premises: string[]) => {
      seen.push(premises);
      return { rows: premises.length };
    },
    {
      encode: (text: string, { text_pair = '' } = {}) => new Array(words(text) + words(text_pair)).fill(0),
      model_max_length: 6,
    },
  );
  const model = Object.assign(
    async ({ rows }: { rows: number }) => {
      const data = Float32Array.from(Array.from({ length: rows }, () => logits).flat());
      return { logits: { data, dims: [rows, logits.length] } };
    },
    { config: { hidden_size: 1, id2label } },
  );
  const importer: TransformersImporter = async () => ({
    env: { remoteHost: '', allowRemoteModels: true },
    pipeline: async () => ({ tokenizer, model }),
  });
  return importer;
}

const classes = (...labels: string[]) => nliClasses(Object.fromEntries(labels.entries()), 'some/model');

describe('the classes of a model', () => {
  it('are read in any order and case', () => {
    const labels = ['contradiction', 'neutral', 'entailment'];
    expect(classes(...labels)).toEqual(labels);
    expect(classes('ENTAILMENT', 'Neutral', 'CONTRADICTION')).toEqual(labels.reverse());
  });

  it('follow the positions, not the order of the keys', () => {
    const id2label = { '2': 'entailment', '0': 'neutral', '1': 'contradiction' };
    expect(nliClasses(id2label, 'm')).toEqual(['neutral', 'contradiction', 'entailment']);
  });

  it('of two are entailment and contradiction, whatever the other one is called', () => {
    for (const other of ['not_entailment', 'not entailment', 'Non-Entailment', 'contradiction']) {
      expect(classes(other, 'entailment')).toEqual(['contradiction', 'entailment']);
    }
  });

  it('of a model of consistency are those of inference', () => {
    expect(classes('hallucinated', 'consistent')).toEqual(['contradiction', 'entailment']);
    expect(classes('consistent')).toEqual(['entailment']);
  });

  it.each([
    ['one numbered label', ['LABEL_0']],
    ['one label of the wrong kind', ['contradiction']],
    ['numbered labels', ['LABEL_0', 'LABEL_1', 'LABEL_2']],
    ['another task', ['negative', 'positive']],
    ['a label twice', ['entailment', 'entailment', 'neutral']],
    ['two of three', ['entailment', 'neutral']],
    ['a fourth label', ['entailment', 'neutral', 'contradiction', 'other']],
    ['not_entailment among three', ['entailment', 'neutral', 'not_entailment']],
  ])('are refused for %s, with the labels there are', (_name, labels) => {
    const read = () => classes(...labels);
    expect(read).toThrow(BackendError);
    expect(read).toThrow(`(${labels.join(', ')})`);
  });

  it('are refused where the configuration names none', () => {
    expect(() => nliClasses(undefined, 'some/model')).toThrow(/some\/model.*\(none\)/);
  });
});

describe('batches', () => {
  it('are of the size that is set, and a premise leaves room for its hypothesis', async () => {
    const seen: string[][] = [];
    const importer = stubbed([0, 0], { 0: 'entailment', 1: 'contradiction' }, seen);
    const model = createTransformersNli(settings('a/b', { batchSize: 2 }), { env: {}, importer });
    const premise = 'one two three  four five six';
    await model.classify([
      { premise, hypothesis: 'a b' },
      { premise: 'one', hypothesis: 'a b' },
      { premise, hypothesis: 'a b c d e f g' },
    ]);
    expect(seen).toEqual([['one two three  four', 'one'], ['']]);
  });

  it('are not even loaded for an empty list', async () => {
    const importer = () => Promise.reject(new Error('loaded'));
    expect(await createTransformersNli(settings('a/b'), { env: {}, importer }).classify([])).toEqual([]);
  });
});

describe('the longest beginning that fits', () => {
  const atMost = (length: number) => (text: string) => text.length <= length;
  it('is cut between words', () => {
    expect(longestFitting('one two three', atMost(13))).toBe('one two three');
    expect(longestFitting('one two three', atMost(12))).toBe('one two');
    expect(longestFitting(' one two', atMost(4))).toBe(' one');
    expect(longestFitting('one two', atMost(2))).toBe('');
  });
});

describe('softmax', () => {
  it('is that of the definition', () => {
    // e^0 : e^ln2 : e^ln5 = 1 : 2 : 5
    const verdict = verdictOf([0, Math.log(2), Math.log(5)], ['contradiction', 'neutral', 'entailment']);
    expect(verdict.contradiction).toBeCloseTo(1 / 8, 12);
    expect(verdict.neutral).toBeCloseTo(2 / 8, 12);
    expect(verdict.entailment).toBeCloseTo(5 / 8, 12);
  });

  it('stands large logits', () => {
    const verdict = verdictOf([1000, 0], ['entailment', 'contradiction']);
    expect(verdict).toEqual({ entailment: 1, neutral: 0, contradiction: 0 });
  });
});

describe('what cannot be loaded', () => {
  it('is named as an NLI model', async () => {
    const model = createTransformersNli(settings(join('.', 'no', 'such', 'folder')), { env: {} });
    const error = await model.classify([PAIR]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(String(error)).toContain('NLI model');
  });

  it('includes a model without a classifier', async () => {
    const { path } = await tinyModel();
    const call = createTransformersNli(settings(path), { env: {} }).classify([PAIR]);
    await expect(call).rejects.toBeInstanceOf(BackendError);
  });

  it('is not asked of the hub when offline', async () => {
    const config = settings('some/model', { offline: true, cacheDir: '/nowhere' });
    await expect(createTransformersNli(config, { env: {} }).classify([PAIR])).rejects.toThrow(/\/nowhere/);
  });
});

describe('createNliModel', () => {
  it('makes the model that is configured', async () => {
    const { path } = await tinyModel({ labels: LABELS });
    const model = await createNliModel(settings(path), {});
    expect(model?.id).toBe(`transformers/${path}`);
    expect(await model?.classify([PAIR])).toHaveLength(1);
  });

  it('makes none where none is', async () => {
    expect(await createNliModel(undefined, {})).toBeNull();
  });
});
