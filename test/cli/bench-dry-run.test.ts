import { describe, expect, it } from 'vitest';
import type { BaselineDefinition } from '../../src/benchmark/baselines/baseline.ts';
import { SELFCHECK_PROMPT_BASELINE } from '../../src/benchmark/baselines/selfcheck-prompt.ts';
import { SEMANTIC_ENTROPY_BASELINE } from '../../src/benchmark/baselines/semantic-entropy.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { type DryRunInput, dryRun, renderDryRun } from '../../src/cli/bench-dry-run.ts';
import type { Passage } from '../../src/passage.ts';

const TWO_SENTENCES = 'Brooke was born in 1887. He died in 1915.';
const given: Passage = { id: 'a', prompt: 'q', response: TWO_SENTENCES, samples: ['s', 't', 'u'] };
const bare: Passage = { id: 'b', prompt: 'q' };

async function run(passages: Passage[], config: ConfigInput = {}, changes: Partial<DryRunInput> = {}) {
  return dryRun({
    ...{ dataset: 'phd', config: resolveConfig(config), passages, pending: passages, labelled: 1 },
    ...{ baselines: [], absent: [], before: [], notes: [], env: {} },
    ...changes,
  });
}
const requests = async (passages: Passage[], config: ConfigInput) =>
  (await run(passages, config)).methods[0]?.requests;

describe('dryRun', () => {
  it('counts the samples there are and those to draw', async () => {
    expect((await run([given, bare])).samples).toEqual({ given: 3, toDraw: 0 });
    expect((await run([given, bare], { preset: 'gca' })).samples).toEqual({ given: 3, toDraw: 10 });
    expect((await run([given, bare], { sampling: { n: 5, limit: 2 } })).samples).toEqual({
      given: 2,
      toDraw: 5,
    });
    expect((await run([given], { preset: 'local' })).samples).toEqual({ given: 3, toDraw: 0 });
  });

  it('asks nothing where everything is local', async () => {
    expect(await requests([given], { preset: 'local' })).toBe(0);
  });

  it('goes through a method beside: three answers to each of six questions, one by one where the service gives one', async () => {
    const definition = SEMANTIC_ENTROPY_BASELINE;
    const baselines = [{ definition, pending: [given] }];
    const asked = async (multipleChoices: 'no' | 'yes') => {
      const models = { generator: { multipleChoices } };
      return (await run([given], { models }, { baselines })).methods[1]?.requests ?? 0;
    };
    const [together, singly] = [await asked('yes'), await asked('no')];
    const facts = (singly - together) / (18 - 6);
    // Of each sentence: its questions, an answer to each of six, and clusters; and one request for the facts.
    expect([facts, together]).toEqual([2, 1 + 2 * (1 + 6 + 1)]);
  });

  it('counts of each method only what is missing, and goes through none without a chat model', async () => {
    const never: BaselineDefinition = {
      ...{ id: 'one', title: 'One', needs: ['nli'] },
      score: () => Promise.reject(new Error('asked')),
    };
    const baselines = [
      { definition: never, pending: [given] },
      { definition: SELFCHECK_PROMPT_BASELINE, pending: [given, { ...given, id: 'c' }] },
      { definition: SEMANTIC_ENTROPY_BASELINE, pending: [] },
    ];
    expect((await run([given, bare], {}, { pending: [], baselines })).methods).toMatchObject([
      { method: 'hallugraph', passages: 0, requests: 0, usd: 0 },
      { method: 'one', passages: 1, requests: 0, usd: 0 },
      { method: 'selfcheck-prompt', passages: 2, requests: 6 },
      { method: 'semantic-entropy', passages: 0, requests: 0, usd: 0 },
    ]);
  });

  it('counts requests, tokens and dollars of all methods together, also against the budget', async () => {
    const price = { 'own-model': { input: 2, output: 4 } };
    const config = { models: { generator: { model: 'own-model' } }, prices: price };
    const baselines = [{ definition: SELFCHECK_PROMPT_BASELINE, pending: [given] }];
    const alone = await run([given], config);
    const both = await run([given], config, { baselines });
    const [, method] = both.methods;
    expect(alone.total).toMatchObject({ requests: alone.estimate.requests, usd: alone.estimate.usd });
    expect(both.total.requests).toBe(alone.total.requests + 3);
    expect(method?.usd).toBeCloseTo(
      ((method?.inputTokens ?? 0) * 2 + (method?.outputTokens ?? 0) * 4) / 1e6,
      12,
    );
    expect(both.total.usd).toBeCloseTo((alone.total.usd ?? 0) + (method?.usd ?? 0), 12);
    const limits = { requests: alone.total.requests + 1 };
    expect(renderDryRun(alone, { limits })).toContain('the run is expected to fit');
    const text = renderDryRun(both, { limits });
    expect(text).toContain('the run is expected to need more');
    expect(text).toMatch(new RegExp(`\\| total +\\| +\\| ${both.total.requests} `));
    const unpriced = await run([given], { ...config, prices: {} }, { baselines });
    expect(unpriced.total).toMatchObject({ requests: both.total.requests, usd: null });
  });

  it('reads as tables', async () => {
    const absent = [{ method: 'two', reason: 'no chat' }];
    const report = await run([given], { preset: 'local' }, { absent });
    const text = renderDryRun(report, { limits: {} });
    expect(text).toContain('| hallugraph | 1        | 0        | 0            | 0             | 0.0000 |');
    expect(text).toContain('- two: no chat\n');
    expect(text.endsWith('\n')).toBe(true);
    const asking = renderDryRun(await run([given]), { limits: {} });
    expect(asking).toMatch(/\| total +\| +\| \d+ +\| \d+\.\d /);
  });
});
