import { expect, it } from 'vitest';
import { outlineOf } from '../../../src/report/outline.ts';
import { viewIndex } from '../../../src/report/view/view-index.ts';
import { sampleReport } from '../sample-report.ts';

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
  expect(viewIndex(outline, [], 'run')).toMatchObject({
    legend: [],
    failures: [
      ['no sample to compare with', 2],
      ['a request to the model failed', 1],
    ],
  });
});

it('says what made the run as every report does: with why the embedder is another, and what was drawn', () => {
  const { run, verdicts } = sampleReport();
  const config = { ...run.config, provenance: { embedder: 'no model was found' } };
  const input = { ...run.input, draw: { rule: 'sub-wikibio', seed: 7 } } as const;
  const outline = { run: { ...run, config, input }, passages: [], verdicts };
  const lines = Object.fromEntries(viewIndex(outline as never, [], 'run').provenance);
  expect(lines.embedder).toMatch(/ \(no model was found\)$/);
  expect(lines.drawn).toContain('drawn here by seed 7');
});
