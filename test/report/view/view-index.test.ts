import { expect, it } from 'vitest';
import { loadPrompts } from '../../../prompts/loader.ts';
import type { PromptSet } from '../../../src/models/prompt.ts';
import { outlineOf } from '../../../src/report/outline.ts';
import { viewIndex, viewRow } from '../../../src/report/view/view-index.ts';
import { verdictOf } from '../../support/verdicts.ts';
import { sampleReport } from '../sample-report.ts';

const NO_PROMPTS = { all: [] } as unknown as PromptSet;

it('counts in words why passages were not judged', async () => {
  const { run, verdicts } = sampleReport();
  const of = (reason: 'no-samples' | 'failed') => ({
    ...(verdicts[0] as (typeof verdicts)[number]),
    abstention: { reason, detail: 'as it is' },
  });
  const outline = await outlineOf(
    { run, verdicts: [of('failed'), of('no-samples'), of('no-samples')] },
    { top: 0 },
  );
  expect(viewIndex({ outline, rows: [], title: 'run', prompts: NO_PROMPTS })).toMatchObject({
    legend: [],
    failures: [
      ['no sample to compare with', 2],
      ['a request to the model failed', 1],
    ],
  });
});

it('puts the flagged fact with the least support into the row of its passage, and none without one', () => {
  const passage = { id: 'ann', prompt: 'Who?', response: 'Ann Lee was born in Leeds.' };
  const flagged = (tail: string, score: number) =>
    ({ fact: ['Ann', 'was', tail], label: 'hallucinated', score }) as const;
  const right = { fact: ['Ann', 'was', 'poet'], score: 0.05 } as const;
  const row = viewRow(verdictOf(passage, [right, flagged('tall', 0.3), flagged('old', 0.1)]), null);
  expect(row).toMatchObject({
    ...{ facts: 3, flagged: 2 },
    worst: { index: 2, text: 'Ann was old', score: 0.1, why: null },
  });
  expect(viewRow(verdictOf(passage, [right]), null)).toMatchObject({ flagged: 0, worst: null });
});

it('says what made the run as every report does: with why the embedder is another, and what was drawn', () => {
  const { run, verdicts } = sampleReport();
  const config = { ...run.config, provenance: { embedder: 'no model was found' } };
  const input = { ...run.input, draw: { rule: 'sub-wikibio', seed: 7 } } as const;
  const outline = { run: { ...run, config, input }, passages: [], verdicts };
  const lines = Object.fromEntries(
    viewIndex({ outline: outline as never, rows: [], title: 'run', prompts: NO_PROMPTS }).provenance,
  );
  expect(lines.embedder).toMatch(/ \(no model was found\)$/);
  expect(lines.drawn).toContain('drawn here by seed 7');
});

it('says by the prompts what calls were for, and of a run that goes on how far it is', async () => {
  const { run, verdicts } = sampleReport();
  const use = { requests: 2, inputTokens: 10, outputTokens: 5 };
  const byPurpose = { segment: use, 'fact-support': use, gone: use };
  const outline = {
    run: { ...run, waited: { 'fact-support': 1.5 }, summary: { ...run.summary, passages: 4, byPurpose } },
    passages: [],
    verdicts,
  };
  const index = viewIndex({
    ...{ outline: outline as never, rows: [], title: 'run' },
    prompts: await loadPrompts(),
  });
  expect(index.about).toBe('0 of 4 passages of passages.jsonl, evaluate with preset local');
  expect(index.purposes).toEqual([
    {
      name: 'segment',
      words: 'Breaks responses into facts',
      requests: 2,
      tokens: 15,
      usd: null,
      seconds: null,
    },
    {
      name: 'fact-support',
      words: 'What does each sample say of each fact, supported, contradicted or nothing',
      requests: 2,
      tokens: 15,
      usd: null,
      seconds: 1.5,
    },
    { name: 'gone', words: null, requests: 2, tokens: 15, usd: null, seconds: null },
  ]);
});

it('shows no price of answers from a recording, and says where they are from', () => {
  const { run } = sampleReport();
  const use = { requests: 2, inputTokens: 10, outputTokens: 5, usd: 0.5 };
  const summary = { ...run.summary, byPurpose: { segment: use } };
  const indexOf = (manifest: object) =>
    viewIndex({
      outline: { run: { ...run, summary, ...manifest }, passages: [] } as never,
      ...{ rows: [], title: 'run', prompts: NO_PROMPTS },
    });
  expect(indexOf({}).purposes[0]?.usd).toBe(0.5);
  expect(indexOf({}).provenance.map(([name]) => name)).not.toContain('answers');
  const replayed = indexOf({ replayed: true });
  expect(replayed.purposes[0]?.usd).toBeNull();
  expect(replayed.provenance).toContainEqual(['answers', 'from a recording, at no cost']);
});
