import { describe, expect, it } from 'vitest';
import type { BaselineDefinition } from '../../src/benchmark/baselines/baseline.ts';
import { SEMANTIC_ENTROPY_BASELINE } from '../../src/benchmark/baselines/semantic-entropy.ts';
import { type DryRunInput, dryRun, renderDryRun } from '../../src/benchmark/dry-run.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import type { Passage } from '../../src/passage.ts';

const TWO_SENTENCES = 'Brooke was born in 1887. He died in 1915.';
const given: Passage = { id: 'a', prompt: 'q', response: TWO_SENTENCES, samples: ['s', 't', 'u'] };
const bare: Passage = { id: 'b', prompt: 'q' };

function run(passages: Passage[], config: ConfigInput = {}, changes: Partial<DryRunInput> = {}) {
  return dryRun({
    ...{ dataset: 'phd', config: resolveConfig(config), passages, pending: passages, labelled: 1 },
    ...{ baselines: [], absent: [] },
    ...changes,
  });
}
const requests = (passages: Passage[], config: ConfigInput) => run(passages, config).methods[0]?.requests;

describe('dryRun', () => {
  it('counts the samples there are and those to draw', () => {
    expect(run([given, bare]).samples).toEqual({ given: 3, toDraw: 10 });
    expect(run([given, bare], { sampling: { n: 5, limit: 2 } }).samples).toEqual({ given: 2, toDraw: 5 });
    expect(run([given], { preset: 'local' }).samples).toEqual({ given: 3, toDraw: 0 });
  });

  it('asks nothing where everything is local', () => {
    expect(requests([given], { preset: 'local' })).toBe(0);
  });

  it('counts what each stage asks, for 4 triples and 3 samples', () => {
    // extraction and correction of 4 responses; 3 filters; 4 × 4 HEQA; 4 × 2 RR; 1 + 4 × 10 FTSTE
    expect(requests([given], {})).toBe(8 + 3 + 16 + 8 + 41);
    expect(requests([given], { segmentation: { correct: false } })).toBe(4 + 3 + 16 + 8 + 41);
    expect(requests([given], { verification: { by: 'none' } })).toBe(8);
    const onlyHeads = { factFilter: false, relation: false, tail: false };
    expect(requests([given], { verification: onlyHeads })).toBe(8 + 16);
  });

  it('counts a request an answer where the service gives one at a time', () => {
    const models = { generator: { multipleChoices: 'no' as const } };
    // HEQA 4 × (2 + 10 + 1), RR 4 × (10 + 1)
    expect(requests([given], { models })).toBe(8 + 3 + 52 + 44 + 41);
    expect(
      requests([bare], { models, segmentation: { extractor: 'local' }, verification: { by: 'none' } }),
    ).toBe(11);
  });

  it('tells baselines of such a service: three answers to each of six questions', () => {
    const definition = SEMANTIC_ENTROPY_BASELINE;
    const asked = (multipleChoices: 'no' | 'yes') =>
      run(
        [given],
        { models: { generator: { multipleChoices } } },
        { baselines: [{ definition, pending: [given] }] },
      ).methods[1]?.requests;
    expect(asked('yes')).toBe(1 + 4 * (1 + 6 + 1));
    expect(asked('no')).toBe(1 + 4 * (1 + 18 + 1));
  });

  it("states the authors' cost: 2 + 3n + nm + 50m", () => {
    expect(run([given]).authorsRequests).toBe(2 + 9 + 12 + 200);
  });

  it('asks each baseline for its own estimate, and counts only what is missing', () => {
    const definition: BaselineDefinition = {
      ...{ id: 'one', title: 'One', needs: ['chat'] },
      requests: ({ samples, sentences, triples, claims }) =>
        samples + 10 * sentences + 100 * triples + 1000 * claims,
      create: () => ({ score: () => Promise.reject(new Error('asked')) }),
    };
    const report = run([given, bare], {}, { pending: [], baselines: [{ definition, pending: [given] }] });
    expect(report.methods).toEqual([
      { method: 'hallugraph', passages: 0, requests: 0 },
      { method: 'one', passages: 1, requests: 423 },
    ]);
  });

  it('reads as a table', () => {
    const report = run([given], { preset: 'local' }, { absent: [{ method: 'two', reason: 'no chat' }] });
    const text = renderDryRun(report);
    expect(text).toContain('| hallugraph | 1        | 0                |');
    expect(text).toContain('- two: no chat\n');
    expect(text.endsWith('\n')).toBe(true);
  });
});
