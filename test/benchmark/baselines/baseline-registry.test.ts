import { describe, expect, it } from 'vitest';
import type { BaselineDefinition, Need } from '../../../src/benchmark/baselines/baseline.ts';
import { BASELINES, selectBaselines } from '../../../src/benchmark/baselines/baseline-registry.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ConfigInput } from '../../../src/config/schema.ts';
import { InputError } from '../../../src/errors.ts';
import { missingNeed, openBaselineParts } from '../../../src/detector/parts.ts';

const definition = (id: string, ...needs: Need[]): BaselineDefinition => ({
  ...{ id, needs, title: id },
  score: () => Promise.reject(new Error('asked')),
});
const THERE = [definition('one'), definition('two', 'chat'), definition('three', 'chat', 'nli')];
const ids = (list: readonly BaselineDefinition[]) => list.map(({ id }) => id);
const nothing = (need: Need) => `no ${need}`;
const everything = () => null;

describe('BASELINES', () => {
  it('have these names, needs, evidence and thresholds, and a title', () => {
    const rows = BASELINES.map(({ id, needs, against = 'samples', threshold = '–' }) =>
      [id, needs.join() || '–', against, threshold].join(' '),
    );
    expect(rows).toEqual([
      'ask-passage chat model 0.5',
      'ask-passage-samples chat samples 0.5',
      'ask-sentences chat model 0.5',
      'ask-sentences-samples chat samples 0.5',
      'ask-facts chat model 0.5',
      'ask-facts-samples chat samples 0.5',
      ...['unigram-avg', 'unigram-max', 'bigram-avg', 'bigram-max'].map(
        (id) => `selfcheck-${id} – samples –`,
      ),
      'selfcheck-bertscore token-embedder samples –',
      'selfcheck-nli nli samples –',
      ...['selfcheck-prompt', 'semantic-entropy'].map((id) => `${id} chat samples –`),
      ...['rv-qg', 'rv-em', 'self-contradiction'].map((id) => `${id} chat samples –`),
      ...['kg', 'text'].map((id) => `factselfcheck-${id} chat samples –`),
      'nli-context nli context 0.5',
      ...['mean-probability', 'min-probability', 'mean-entropy', 'max-entropy'].map(
        (id) => `token-${id} token-logprobs tokens –`,
      ),
    ]);
    expect(BASELINES.every(({ title }) => title !== '')).toBe(true);
  });
});

describe('selectBaselines', () => {
  it('takes those named, in the order of the tables, once', () => {
    const { chosen, absent } = selectBaselines(['two', 'one', 'two'], everything, THERE);
    expect(ids(chosen)).toEqual(['one', 'two']);
    expect(absent).toEqual([]);
  });

  it('of all leaves out what cannot run, and says why', () => {
    const { chosen, absent } = selectBaselines(['all'], nothing, THERE);
    expect(ids(chosen)).toEqual(['one']);
    expect(absent).toEqual([
      { method: 'two', reason: 'no chat' },
      { method: 'three', reason: 'no chat; no nli' },
    ]);
  });

  it('refuses one named that cannot run, beside all too', () => {
    expect(() => selectBaselines(['two'], nothing, THERE)).toThrow(/two cannot run: no chat/);
    expect(() => selectBaselines(['all', 'three'], nothing, THERE)).toThrow(InputError);
  });

  it('refuses one there is not, naming those there are', () => {
    expect(() => selectBaselines(['four'], everything, THERE)).toThrow(
      'there is no method "four"; there are all, one, two, three',
    );
  });
});

describe('what a configuration gives to baselines', () => {
  const missing = (config: ConfigInput) =>
    (['chat', 'nli', 'token-embedder'] as const).filter(
      (need) => missingNeed(need, resolveConfig(config)) !== null,
    );

  it.each<[ConfigInput, Need[]]>([
    [{ preset: 'local' }, ['chat', 'nli', 'token-embedder']],
    [{ preset: 'local', sampling: { ask: true } }, ['nli', 'token-embedder']],
    [{ preset: 'paper-phd' }, ['nli']],
    [{ preset: 'local', nli: { model: 'x' }, embedder: { provider: 'transformers' } }, ['chat']],
    [{ embedder: { provider: 'openai' } }, ['nli', 'token-embedder']],
  ])('%j lacks %j', (config, expected) => {
    expect(missing(config)).toEqual(expected);
  });

  it('is made only where it is needed', async () => {
    const config = resolveConfig({
      ...{ nli: { model: 'none' }, embedder: { provider: 'transformers' }, cache: { enabled: false } },
    });
    const { parts } = await openBaselineParts(new Set(), config, {});
    expect(parts).toMatchObject({ generator: null, analyst: null, nli: null, tokens: null });
    const { parts: asked } = await openBaselineParts(new Set(['chat'] as const), config, {
      OPENAI_API_KEY: 'k',
    });
    expect(asked.generator).not.toBeNull();
    expect(asked.analyst).toBe(asked.generator);
  });
});
