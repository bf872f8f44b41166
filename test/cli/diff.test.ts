import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ViewPair } from '../../src/report/view/view-data.ts';
import { pageData } from '../support/page-data.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { commandLine, LABELLED, refusal, succeeded } from './test-host.ts';

/** Two runs of the same passages, the second under another threshold. */
async function twoRuns() {
  const cwd = await temporaryFolder({ 'in.jsonl': LABELLED });
  const cli = commandLine({ cwd });
  await succeeded(cli('evaluate in.jsonl --preset local --set scoring.passage=min --out one'));
  const low = 'scoring.threshold={rule: fixed, triple: 0, passage: 0}';
  await succeeded(cli('rescore one --out two --set', low));
  return { cwd, cli };
}

it('prints what changed as a table, Markdown, JSON and a page', async () => {
  const { cli } = await twoRuns();
  const shown = async (format: string) => (await cli(`diff one two --format ${format}`)).stdout;
  const report = JSON.parse(await shown('json'));
  expect(report.flips.map(({ id }: { id: string }) => id).sort()).toEqual(['a', 'c']);
  expect(report.settings).toContainEqual({
    setting: 'scoring.threshold.passage',
    a: expect.any(Number),
    b: 0,
  });
  expect(report.gold.labels).toMatchObject({
    n: 3,
    right: { a: 3, b: 1 },
    onlyRight: { a: 2, b: 0 },
    p: 0.5,
  });
  expect(await shown('table')).toContain('What changed from A (one) to B (two)');
  expect(await shown('markdown')).toContain('# What changed from A (one) to B (two)');
  const page = await shown('html');
  expect(page).toMatch(/^<!doctype html>/);
  expect(pageData(page)).toMatchObject({
    title: 'What changed from A (one) to B (two)',
    changed: {
      names: { a: 'one', b: 'two' },
      rows: report.flips.map(({ id, label }: (typeof report.flips)[number]) => ({
        a: { id, label: label.a, gold: expect.any(Boolean) },
        b: { id, label: label.b },
      })),
    },
  });
  const pairs = pageData(page, 'chunk-0') as ViewPair[];
  expect(pairs.map(({ a }) => a.id)).toEqual(report.flips.map(({ id }: { id: string }) => id));
  for (const { a, b, facts } of pairs) {
    expect(facts).toHaveLength(a.facts.length);
    for (const both of facts) expect(a.facts[both.a ?? -1]?.text).toBe(b.facts[both.b ?? -1]?.text);
  }
});

it('goes without gold labels where the input is gone', async () => {
  const { cwd, cli } = await twoRuns();
  await rm(path.join(cwd, 'in.jsonl'));
  const { stdout } = await succeeded(cli('diff one two --format json'));
  const { gold, warnings } = JSON.parse(stdout);
  expect(gold).toBeNull();
  expect(warnings).toEqual([expect.stringMatching(/^Gold labels are ignored: .*in\.jsonl/)]);
});

it.each(['diff one', 'diff one none', 'diff one two --format csv'])('ends %s with status 2', async (line) => {
  const { cli } = await twoRuns();
  expect(await refusal(cli(line))).not.toBe('');
});

it('ends with status 1 under --fail-on worse where a label is more severe in the second run', async () => {
  const { cli } = await twoRuns();
  const worse = await cli('diff two one --fail-on worse');
  expect(worse.status).toBe(1);
  expect(worse.stderr).toMatch(/^--fail-on worse: 2 passages of 3 and 0 facts of 4; first [ac]\n$/);
  expect(worse.stdout).toContain('What changed from A (two) to B (one)');
  const better = await cli('diff one two --fail-on worse');
  expect([better.status, better.stderr]).toEqual([0, '']);
});

it('ends with status 1 under --fail-on worse where passages are gone', async () => {
  const { cli } = await twoRuns();
  await cli('evaluate in.jsonl --preset local --limit 1 --out less');
  const less = await cli('diff two less --fail-on worse');
  expect(less.status).toBe(1);
  expect(less.stderr).toContain('--fail-on worse: 2 passages of run A are not in run B; first b\n');
  await succeeded(cli('diff less two --fail-on worse'));
});
