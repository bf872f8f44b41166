import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { type DryRunInput, dryRun, renderDryRun } from '../../src/benchmark/baseline-calls.ts';
import type { BaselineDefinition } from '../../src/benchmark/baselines/baseline.ts';
import { SEMANTIC_ENTROPY_BASELINE } from '../../src/benchmark/baselines/semantic-entropy.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import type { Passage } from '../../src/passage.ts';

const TWO_SENTENCES = 'Brooke was born in 1887. He died in 1915.';
const given: Passage = { id: 'a', prompt: 'q', response: TWO_SENTENCES, samples: ['s', 't', 'u'] };
const bare: Passage = { id: 'b', prompt: 'q' };

async function run(passages: Passage[], config: ConfigInput = {}, changes: Partial<DryRunInput> = {}) {
  return dryRun({
    ...{ dataset: 'phd', config: resolveConfig(config), passages, pending: passages, labelled: 1 },
    ...{ baselines: [], absent: [], context: { prompts: await loadPrompts(), env: {} } },
    ...changes,
  });
}
const requests = async (passages: Passage[], config: ConfigInput) =>
  (await run(passages, config)).methods[0]?.requests;

describe('dryRun', () => {
  it('counts the samples there are and those to draw', async () => {
    expect((await run([given, bare])).samples).toEqual({ given: 3, toDraw: 10 });
    expect((await run([given, bare], { sampling: { n: 5, limit: 2 } })).samples).toEqual({
      given: 2,
      toDraw: 5,
    });
    expect((await run([given], { preset: 'local' })).samples).toEqual({ given: 3, toDraw: 0 });
  });

  it('asks nothing where everything is local', async () => {
    expect(await requests([given], { preset: 'local' })).toBe(0);
  });

  it('tells baselines of a service that gives one answer a request: three to each of six questions', async () => {
    const definition = SEMANTIC_ENTROPY_BASELINE;
    const asked = async (multipleChoices: 'no' | 'yes') =>
      (
        await run(
          [given],
          { models: { generator: { multipleChoices } } },
          { baselines: [{ definition, pending: [given] }] },
        )
      ).methods[1]?.requests;
    expect(await asked('yes')).toBe(1 + 4 * (1 + 6 + 1));
    expect(await asked('no')).toBe(1 + 4 * (1 + 18 + 1));
  });

  it("states the authors' cost: 2 + 3n + nm + 50m", async () => {
    expect((await run([given])).authorsRequests).toBe(2 + 9 + 12 + 200);
  });

  it('asks each baseline for its own estimate, and counts only what is missing', async () => {
    const definition: BaselineDefinition = {
      ...{ id: 'one', title: 'One', needs: ['chat'] },
      requests: ({ samples, sentences, triples, claims }) =>
        samples + 10 * sentences + 100 * triples + 1000 * claims,
      create: () => ({ score: () => Promise.reject(new Error('asked')) }),
    };
    const report = await run(
      [given, bare],
      {},
      { pending: [], baselines: [{ definition, pending: [given] }] },
    );
    expect(report.methods).toEqual([
      { method: 'hallugraph', passages: 0, requests: 0 },
      { method: 'one', passages: 1, requests: 423 },
    ]);
  });

  it('reads as tables', async () => {
    const report = await run(
      [given],
      { preset: 'local' },
      { absent: [{ method: 'two', reason: 'no chat' }] },
    );
    const text = renderDryRun(report);
    expect(text).toContain('| hallugraph | 1        | 0                |');
    expect(text).toContain('- two: no chat\n');
    expect(text.endsWith('\n')).toBe(true);
    const asking = renderDryRun(await run([given]));
    expect(asking).toContain('Requests a passage (economy): 1 + ⌈n/5⌉');
    expect(asking).toMatch(/\| total +\| +\| +\| \d+ /);
  });
});
