import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPONENTS } from '../../src/passage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';

const PASSAGES = [
  { id: 'a', prompt: 'q', response: 'A is right. A is wrong.', label: 'non-factual' },
  { id: 'b', prompt: 'q', response: 'B is right.', label: 'factual' },
  { id: 'c', prompt: 'q', response: 'C is wrong.', label: 'non-factual' },
];

/** A folder with a data set and a recorded run `r` of it. */
async function folderWithRun(command: readonly string[] = ['evaluate', 'in.jsonl']): Promise<string> {
  const cwd = await temporaryFolder({ 'in.jsonl': PASSAGES });
  await succeeded(run([...command, '--preset', 'local', '--out', 'r'], { cwd }));
  return cwd;
}

it('writes JUnit with the time of the run that was recorded', async () => {
  const cwd = await folderWithRun();
  const file = path.join(cwd, 'r', 'run.json');
  const times = { startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:00:08.000Z' };
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...times }));
  const { stdout } = await run(['rescore', 'r', '--format', 'junit'], { cwd });
  expect(stdout).toMatch(/<testsuite name="rescore [^>]* time="8.000" timestamp="2026-01-01T00:00:00">/);
});

const SUPPORT_ONLY = COMPONENTS.filter((name) => name !== 'support').flatMap((name) => [
  '--set',
  `scoring.weights.${name}=0`,
]);

async function scores(cwd: string, ...args: string[]): Promise<(number | null)[]> {
  const { stdout } = await run(['rescore', 'r', '--format', 'json', ...args], { cwd });
  return JSON.parse(stdout).passages.map(({ score }: { score: number | null }) => score);
}

it('says in its help which formats go with what', async () => {
  const { stdout } = await run(['rescore', '--help'], { cwd: await temporaryFolder() });
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain(
    'table, json, jsonl, csv, markdown, junit, github, sarif, xlsx; with --bench: table, markdown, json, html',
  );
});

describe('rescore', () => {
  it('scores again from the records, asking nobody', async () => {
    const cwd = await folderWithRun();
    const args = [...SUPPORT_ONLY, '--set', 'scoring.weights.support=1', '--set', 'scoring.context=0'];
    const mean = await scores(cwd, ...args, '--set', 'scoring.passage=mean');
    expect(mean.map((score) => score?.toFixed(3))).toEqual(['0.500', '0.900', '0.100']);
    const min = await scores(cwd, ...args, '--set', 'scoring.passage=min');
    expect(min.map((score) => score?.toFixed(3))).toEqual(['0.100', '0.900', '0.100']);
  });

  it('takes thresholds from the scores where the rule says so', async () => {
    const cwd = await folderWithRun();
    const rule = 'scoring.threshold={rule: meanPlusVariance, k: 0}';
    // a mean of so few facts tells nothing of a whole text
    const args = ['--set', rule, '--set', 'scoring.context=0', '--set', 'scoring.passage=min'];
    const { stdout } = await run(['rescore', 'r', '--format', 'json', ...args], { cwd });
    const labels = JSON.parse(stdout).passages.map(({ label }: { label: string }) => label);
    expect(labels).toContain('hallucinated');
    expect(labels).toContain('factual');
    expect(JSON.parse(stdout).run.summary.threshold).toEqual(expect.any(Number));
  });

  it('takes no threshold from the score of a single passage', async () => {
    const cwd = await folderWithRun(['evaluate', 'in.jsonl', '--limit', '1']);
    const args = ['--set', 'scoring.threshold={rule: meanPlusVariance, k: 0}'];
    const { status, stderr } = await run(['rescore', 'r', ...args], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringContaining('needs at least 2, not 1')]);
  });

  it('takes the scoring of a config file over that of the preset it names', async () => {
    const cwd = await folderWithRun();
    await writeFile(path.join(cwd, 'own.yaml'), 'preset: paper-phd\nscoring: { passage: min }\n');
    const { stdout } = await run(['rescore', 'r', '--config', 'own.yaml', '--out', 'new'], { cwd });
    expect(stdout).not.toBe('');
    const { config } = JSON.parse(await readFile(path.join(cwd, 'new', 'run.json'), 'utf8'));
    expect(config.preset).toBe('local');
    expect(config.scoring).toMatchObject({
      consistency: 'raw',
      passage: 'min',
      weights: { head: 0.7, support: 0 },
    });
    const wrong = await run(['rescore', 'r', '--config', 'wrong.yaml'], { cwd });
    expect(wrong.status).toBe(2);
  });

  it('leaves the run as it is and can write a new one', async () => {
    const cwd = await folderWithRun();
    const before = await readFile(path.join(cwd, 'r', 'run.json'), 'utf8');
    const set = ['--set', 'scoring.passage=min'];
    const { stdout } = await run(['rescore', 'r', ...set, '--out', 'new'], { cwd });
    expect(await readFile(path.join(cwd, 'r', 'run.json'), 'utf8')).toBe(before);
    const manifest = JSON.parse(await readFile(path.join(cwd, 'new', 'run.json'), 'utf8'));
    expect(manifest).toMatchObject({
      command: 'rescore',
      status: 'done',
      config: { scoring: { passage: 'min' } },
    });
    expect((await run(['rescore', 'new'], { cwd })).stdout).toBe(stdout);
  });

  it('says that a killed run is not finished, and writes no run that seems to go on', async () => {
    const cwd = await folderWithRun();
    const manifest = path.join(cwd, 'r', 'run.json');
    const records = path.join(cwd, 'r', 'records.jsonl');
    const killed = { ...JSON.parse(await readFile(manifest, 'utf8')), status: 'running' };
    await writeFile(manifest, JSON.stringify(killed));
    await writeFile(records, (await readFile(records, 'utf8')).split(/^/m).slice(0, 2).join(''));
    const { stderr } = await run(['rescore', 'r', '--out', 'new'], { cwd });
    expect(stderr).toContain('note: r is not finished: 2 of 3 passages recorded');
    const written = JSON.parse(await readFile(path.join(cwd, 'new', 'run.json'), 'utf8'));
    expect(written).toMatchObject({ status: 'interrupted', summary: { passages: 3, recorded: 2 } });
    const { stdout } = await run(['diff', 'r', 'new', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).warnings).toContain('A has 2 of its 3 passages so far.');
  });

  it('records that were lost are missed by report and status, too', async () => {
    const cwd = await folderWithRun();
    const records = path.join(cwd, 'r', 'records.jsonl');
    await writeFile(records, (await readFile(records, 'utf8')).split(/^/m).slice(0, 2).join(''));
    const { stderr } = await run(['report', 'r', '--html', 'page.html'], { cwd });
    expect(stderr).toContain('note: r is not finished: 2 of 3 passages recorded; only these are shown\n');
    expect((await run(['status', 'r'], { cwd })).stdout).toContain('2 of 3 passages recorded');
  });

  it('takes the scoring of a preset or a config file, flags over both', async () => {
    const cwd = await folderWithRun();
    await writeFile(path.join(cwd, 'own.yaml'), 'seed: 99\nscoring:\n  passage: min\n  context: 0.5\n');
    const args = ['--preset', 'gca', '--config', 'own.yaml', '--set', 'scoring.context=0.25', '--out', 'new'];
    await run(['rescore', 'r', ...args], { cwd });
    const { config, seed } = JSON.parse(await readFile(path.join(cwd, 'new', 'run.json'), 'utf8'));
    expect(config).toMatchObject({
      preset: 'local',
      scoring: { passage: 'min', context: 0.25, weights: { head: 0.1 } },
    });
    expect(seed).toBe(0);
  });

  it('refuses settings that would need the models again', async () => {
    const cwd = await folderWithRun();
    expect(await refusal(run(['rescore', 'r', '--set', 'seed=1'], { cwd }))).toContain('seed');
  });

  it('meets --fail-on', async () => {
    const cwd = await folderWithRun();
    const set = ['--set', 'scoring.threshold.passage=0'];
    expect((await run(['rescore', 'r', ...set, '--fail-on', 'hallucinated'], { cwd })).status).toBe(0);
    const high = ['--set', 'scoring.threshold.passage=2', '--set', 'scoring.passage=min'];
    expect((await run(['rescore', 'r', ...high, '--fail-on', 'hallucinated'], { cwd })).status).toBe(1);
  });
});

describe('bench', () => {
  const BENCH = ['bench', 'jsonl', '--data', 'in.jsonl'];

  it('compares with the gold labels', async () => {
    const cwd = await folderWithRun(BENCH);
    const { stdout } = await run(['bench', '--resume', 'r', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      n: 3,
      methods: { hallugraph: { levels: { passage: { n: 3, positives: 2, metrics: { f1: 1, rocAuc: 1 } } } } },
    });
    expect((await run(['bench', '--resume', 'r'], { cwd })).stdout).toContain('hallugraph');
  });

  it('of a recorded run as a page; a format of the other kind is refused before anything is written', async () => {
    const cwd = await folderWithRun(BENCH);
    const page = await run(['rescore', 'r', '--bench', '--format', 'html'], { cwd });
    expect(page.stdout).toMatch(/^<!doctype html>/i);
    for (const args of [
      ['--bench', '--format', 'csv'],
      ['--format', 'html'],
    ]) {
      const refused = await run(['rescore', 'r', '--out', 'new', ...args], { cwd });
      expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--format') });
    }
    expect(existsSync(path.join(cwd, 'new'))).toBe(false);
  });

  it('of a recorded run under another scoring', async () => {
    const cwd = await folderWithRun(BENCH);
    const args = ['rescore', 'r', '--bench', '--format', 'json', '--set', 'scoring.threshold.passage=0'];
    const { stdout } = await run(args, { cwd });
    expect(JSON.parse(stdout).methods.hallugraph.levels.passage.metrics.recall).toBe(0);
  });

  it('refuses a file without labels before it begins', async () => {
    const cwd = await temporaryFolder({ 'in.jsonl': '{"id":"a","prompt":"q","response":"A."}' });
    expect((await run([...BENCH, '--preset', 'local', '--out', 'r'], { cwd })).status).toBe(2);
  });
});

it('says nothing of missing records under --quiet', async () => {
  const cwd = await folderWithRun();
  const records = path.join(cwd, 'r', 'records.jsonl');
  const [first] = (await readFile(records, 'utf8')).split('\n');
  await writeFile(records, `${first}\n`);
  expect((await run(['rescore', 'r'], { cwd })).stderr).toContain('only these are scored');
  const quiet = await run(['rescore', 'r', '--quiet'], { cwd });
  expect([quiet.status, quiet.stderr]).toEqual([0, expect.not.stringContaining('only these are scored')]);
});
