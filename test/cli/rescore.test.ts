import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPONENTS } from '../../src/passage.ts';
import { jsonIn, rewrite, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { commandLine, LABELLED, refusal, run, succeeded } from './test-host.ts';

/** A folder with a data set and a recorded run `r` of it. */
async function folderWithRun(command = 'evaluate in.jsonl') {
  const cwd = await temporaryFolder({ 'in.jsonl': LABELLED });
  const cli = commandLine({ cwd });
  await succeeded(cli(`${command} --preset local --out r`));
  return { cwd, cli };
}

it('writes JUnit with the time of the run that was recorded', async () => {
  const { cwd, cli } = await folderWithRun();
  const times = { startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:00:08.000Z' };
  await rewrite(cwd, 'r/run.json', (text) => JSON.stringify({ ...JSON.parse(text), ...times }));
  const { stdout } = await cli('rescore r --format junit');
  expect(stdout).toMatch(/<testsuite name="rescore [^>]* time="8.000" timestamp="2026-01-01T00:00:00">/);
});

/** As if the run had not come further. */
const keepRecords = (cwd: string, count: number) =>
  rewrite(cwd, 'r/records.jsonl', (text) => text.split(/^/m).slice(0, count).join(''));

const SUPPORT_ONLY = COMPONENTS.filter((name) => name !== 'support').flatMap((name) => [
  '--set',
  `scoring.weights.${name}=0`,
]);

it('says in its help which formats go with what', async () => {
  const { stdout } = await run('rescore --help', { cwd: await temporaryFolder() });
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain(
    'table, json, jsonl, csv, markdown, junit, github, sarif, xlsx; with --bench: table, markdown, json, html',
  );
});

describe('rescore', () => {
  it('scores again from the records, asking nobody', async () => {
    const { cli } = await folderWithRun();
    const line = 'rescore r --format json --set scoring.weights.support=1 --set scoring.context=0';
    const scores = async (rule: string) => {
      const { stdout } = await cli(`${line} --set scoring.passage=${rule}`, ...SUPPORT_ONLY);
      return JSON.parse(stdout).passages.map(({ score }: { score: number | null }) => score?.toFixed(3));
    };
    expect(await scores('mean')).toEqual(['0.500', '0.900', '0.100']);
    expect(await scores('min')).toEqual(['0.100', '0.900', '0.100']);
  });

  it('takes thresholds from the scores where the rule says so', async () => {
    const { cli } = await folderWithRun();
    const rule = 'scoring.threshold={rule: meanPlusVariance, k: 0}';
    // a mean of so few facts tells nothing of a whole text
    const line = 'rescore r --format json --set scoring.context=0 --set scoring.passage=min --set';
    const { stdout } = await cli(line, rule);
    const labels = JSON.parse(stdout).passages.map(({ label }: { label: string }) => label);
    expect(labels).toContain('hallucinated');
    expect(labels).toContain('factual');
    expect(JSON.parse(stdout).run.summary.threshold).toEqual(expect.any(Number));
  });

  it('takes no threshold from the score of a single passage', async () => {
    const { cli } = await folderWithRun('evaluate in.jsonl --limit 1');
    const stderr = await refusal(cli('rescore r --set', 'scoring.threshold={rule: meanPlusVariance, k: 0}'));
    expect(stderr).toContain('needs at least 2, not 1');
  });

  it('takes the scoring of a config file over that of the preset it names', async () => {
    const { cwd, cli } = await folderWithRun();
    await writeFiles(cwd, { 'own.yaml': 'preset: paper-phd\nscoring: { passage: min }\n' });
    const { stdout } = await cli('rescore r --config own.yaml --out new');
    expect(stdout).not.toBe('');
    const { config } = await jsonIn(cwd, 'new/run.json');
    expect(config.preset).toBe('local');
    expect(config.scoring).toMatchObject({
      consistency: 'raw',
      passage: 'min',
      weights: { head: 0.7, support: 0 },
    });
    await refusal(cli('rescore r --config wrong.yaml'));
  });

  it('leaves the run as it is and can write a new one', async () => {
    const { cwd, cli } = await folderWithRun();
    const before = await textIn(cwd, 'r/run.json');
    const { stdout } = await cli('rescore r --set scoring.passage=min --out new');
    expect(await textIn(cwd, 'r/run.json')).toBe(before);
    expect(await jsonIn(cwd, 'new/run.json')).toMatchObject({
      command: 'rescore',
      status: 'done',
      config: { scoring: { passage: 'min' } },
    });
    expect((await cli('rescore new')).stdout).toBe(stdout);
  });

  it('says that a killed run is not finished, and writes no run that seems to go on', async () => {
    const { cwd, cli } = await folderWithRun();
    await rewrite(cwd, 'r/run.json', (text) => JSON.stringify({ ...JSON.parse(text), status: 'running' }));
    await keepRecords(cwd, 2);
    const { stderr } = await cli('rescore r --out new');
    expect(stderr).toContain('note: r is not finished: 2 of 3 passages recorded');
    const written = await jsonIn(cwd, 'new/run.json');
    expect(written).toMatchObject({ status: 'interrupted', summary: { passages: 3, recorded: 2 } });
    const { stdout } = await cli('diff r new --format json');
    expect(JSON.parse(stdout).warnings).toContain('A has 2 of its 3 passages so far.');
  });

  it('records that were lost are missed by report and status, too', async () => {
    const { cwd, cli } = await folderWithRun();
    await keepRecords(cwd, 2);
    const { stderr } = await cli('report r --html page.html');
    expect(stderr).toContain('note: r is not finished: 2 of 3 passages recorded; only these are shown\n');
    expect((await cli('status r')).stdout).toContain('2 of 3 passages recorded');
  });

  it('takes the scoring of a preset or a config file, flags over both', async () => {
    const { cwd, cli } = await folderWithRun();
    await writeFiles(cwd, { 'own.yaml': 'seed: 99\nscoring:\n  passage: min\n  context: 0.5\n' });
    await cli('rescore r --preset gca --config own.yaml --set scoring.context=0.25 --out new');
    const { config, seed } = await jsonIn(cwd, 'new/run.json');
    expect(config).toMatchObject({
      preset: 'local',
      scoring: { passage: 'min', context: 0.25, weights: { head: 0.1 } },
    });
    expect(seed).toBe(0);
  });

  it('refuses settings that would need the models again', async () => {
    const { cli } = await folderWithRun();
    expect(await refusal(cli('rescore r --set seed=1'))).toContain('seed');
  });

  it('meets --fail-on', async () => {
    const { cli } = await folderWithRun();
    const line = 'rescore r --fail-on hallucinated --set scoring.threshold.passage';
    await succeeded(cli(`${line}=0`));
    expect((await cli(`${line}=2 --set scoring.passage=min`)).status).toBe(1);
  });
});

describe('bench', () => {
  const BENCH = 'bench jsonl --data in.jsonl';

  it('compares with the gold labels', async () => {
    const { cli } = await folderWithRun(BENCH);
    const { stdout } = await cli('bench --resume r --format json');
    expect(JSON.parse(stdout)).toMatchObject({
      n: 3,
      methods: { hallugraph: { levels: { passage: { n: 3, positives: 2, metrics: { f1: 1, rocAuc: 1 } } } } },
    });
    expect((await cli('bench --resume r')).stdout).toContain('hallugraph');
  });

  it('of a recorded run as a page; a format of the other kind is refused before anything is written', async () => {
    const { cwd, cli } = await folderWithRun(BENCH);
    const page = await cli('rescore r --bench --format html');
    expect(page.stdout).toMatch(/^<!doctype html>/i);
    for (const args of ['--bench --format csv', '--format html']) {
      const refused = await cli(`rescore r --out new ${args}`);
      expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--format') });
    }
    expect(existsSync(path.join(cwd, 'new'))).toBe(false);
  });

  it('of a recorded run under another scoring', async () => {
    const { cli } = await folderWithRun(BENCH);
    const { stdout } = await cli('rescore r --bench --format json --set scoring.threshold.passage=0');
    expect(JSON.parse(stdout).methods.hallugraph.levels.passage.metrics.recall).toBe(0);
  });

  it('refuses a file without labels before it begins', async () => {
    const cwd = await temporaryFolder({ 'in.jsonl': '{"id":"a","prompt":"q","response":"A."}' });
    await refusal(run(`${BENCH} --preset local --out r`, { cwd }));
  });
});

it('says nothing of missing records under --quiet', async () => {
  const { cwd, cli } = await folderWithRun();
  await keepRecords(cwd, 1);
  expect((await cli('rescore r')).stderr).toContain('only these are scored');
  const quiet = await cli('rescore r --quiet');
  expect([quiet.status, quiet.stderr]).toEqual([0, expect.not.stringContaining('only these are scored')]);
});
