import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusal, run as runOnHost, succeeded, words } from './test-host.ts';
import { parsedLines } from '../support/json-lines.ts';

const YEARS = '1901 1912 1923 1934 1945 1956 1967 1978 1989 1992 1995 1998'.split(' ');

/** Biographies of one sentence; of every third the samples give other years and places. */
const PASSAGES = YEARS.map((year, index) => {
  const isWrong = index % 3 === 0;
  const name = `Ann Brooke ${String.fromCharCode(65 + index)}`;
  const text = (when: string, where: string) => `${name} was born in ${when}. She was a painter in ${where}.`;
  const sampled = isWrong
    ? [text('1850', 'Oslo'), text('1861', 'Rome'), text('1872', 'Lyon')]
    : [text(year, 'Leith'), text(year, 'Leith'), text('1899', 'Leith')];
  return {
    id: `p${index}`,
    prompt: `Who is ${name}?`,
    response: text(year, 'Leith'),
    samples: sampled,
    label: isWrong ? 'non-factual' : 'factual',
  };
});

/** Runs a command line with the real detector. */
const run = (cwd: string, ...args: string[]) => runOnHost(args, { cwd, createDetector });

/** A folder with passages `in.jsonl` and a recorded run `r` of them. */
async function recordedRun(...args: string[]): Promise<string> {
  const cwd = await temporaryFolder({ 'in.jsonl': PASSAGES });
  const evaluate = ['evaluate', 'in.jsonl', '--preset', 'local', '--out', 'r'];
  const { status, stderr } = await run(cwd, ...evaluate, ...args);
  expect(stderr).not.toContain('error');
  expect(status).toBe(0);
  return cwd;
}

async function recordsOf(folder: string): Promise<PassageVerdict[]> {
  const text = await readFile(path.join(folder, 'records.jsonl'), 'utf8');
  return parsedLines(text);
}

const QUICK = ['--folds', '3', '--trials', '60'];

async function spaceFile(cwd: string, space: object): Promise<string[]> {
  await writeFile(path.join(cwd, 'space.json'), JSON.stringify({ tune: { innerFolds: 2, space } }));
  return ['--config', 'space.json'];
}

describe('tune', () => {
  it('writes a config that evaluate takes, and that scores as it says', async () => {
    const cwd = await recordedRun();
    const space = await spaceFile(cwd, {
      'scoring.weights.support': { min: 0, max: 1 },
      'scoring.weights.numbers': { min: 0, max: 1 },
      'scoring.context': { min: 0, max: 0.5 },
      'scoring.passage': ['min'],
      'scoring.threshold.passage': { min: 0, max: 1 },
      'consistency.tailThreshold': [0.5],
    });
    const tuned = await run(cwd, 'tune', 'r', ...QUICK, ...space);
    expect(tuned).toMatchObject({ status: 0 });
    expect(tuned.stderr).toContain('consistency.tailThreshold=0.5');
    expect(tuned.stdout).toContain('tuned, out of fold');

    const evaluated = await run(cwd, 'evaluate', 'in.jsonl', '--config', 'tuned.yaml', '--out', 'again');
    expect(evaluated.status).toBe(0);
    const written = parse(await readFile(path.join(cwd, 'tuned.yaml'), 'utf8'));
    expect(written.preset).toBe('local');
    const { scoring } = resolveConfig(written as ConfigInput);
    const again = await recordsOf(path.join(cwd, 'again'));
    expect(again).toHaveLength(PASSAGES.length);
    // the tail threshold touches votes alone, and no weight is on those
    const rescored = (await recordsOf(path.join(cwd, 'r'))).map((verdict) =>
      rescoreVerdict(verdict, scoring),
    );
    expect(again.map(({ score, label }) => ({ score, label }))).toEqual(
      rescored.map(({ score, label }) => ({ score, label })),
    );
  });

  it('says where the settings come from, and writes equal bytes for equal input', async () => {
    const cwd = await recordedRun();
    const space = await spaceFile(cwd, { 'scoring.weights.support': { min: 0, max: 1 } });
    await run(cwd, 'tune', 'r', ...QUICK, ...space, '--objective', 'passage.balancedAccuracy', '--seed', '7');
    const first = await readFile(path.join(cwd, 'tuned.yaml'), 'utf8');
    const { provenance } = parse(first);
    const manifest = JSON.parse(await readFile(path.join(cwd, 'r', 'run.json'), 'utf8'));
    expect(provenance.tuning).toMatchObject({
      command: 'tune',
      data: { dataset: 'in.jsonl', passages: 12, sha256: manifest.input.sha256 },
      objective: 'passage.balancedAccuracy',
      folds: 3,
      innerFolds: 2,
      trials: 60,
      seed: 7,
      start: expect.any(Number),
      inSample: expect.any(Number),
      outOfFold: { value: expect.any(Number), interval: [expect.any(Number), expect.any(Number)] },
    });
    await run(cwd, 'tune', 'r', ...QUICK, ...space, '--objective', 'passage.balancedAccuracy', '--seed', '7');
    expect(await readFile(path.join(cwd, 'tuned.yaml'), 'utf8')).toBe(first);
  });

  it('searches over several runs and recorded encoders, without computing anything anew', async () => {
    const cwd = await recordedRun('--set', 'recordEncoders=[identity]');
    const other = words('evaluate in.jsonl --preset local --set graph.aliases=false --out other');
    expect((await run(cwd, ...other, '--set', 'recordEncoders=[identity]')).status).toBe(0);
    const space = await spaceFile(cwd, {
      'encoder.kind': ['rgcn', 'identity'],
      'scoring.weights.consistency': { min: 0, max: 1 },
      'scoring.weights.support': { min: 0, max: 1 },
    });
    const { stdout, stderr } = await succeeded(
      run(cwd, 'tune', 'r', 'other', ...QUICK, ...space, '-f', 'json'),
    );
    expect(stderr).not.toContain('Comparing anew');
    expect(JSON.parse(stdout).components).toEqual([
      'r',
      'r encoder.kind=identity',
      'other',
      'other encoder.kind=identity',
    ]);
  });

  it('refuses what needs models asked again', async () => {
    const cwd = await recordedRun();
    const space = await spaceFile(cwd, { 'segmentation.extractor': ['local', 'llm'] });
    const stderr = await refusal(run(cwd, 'tune', 'r', ...space));
    expect(stderr).toContain('segmentation.extractor');
    expect(stderr).toContain('record a run for each value');
  });

  it.each([
    [{ 'scoring.weights.colour': [1] }, 'scoring.weights.colour'],
    [{ 'scoring.context': { min: 0, max: 2 } }, 'expected at most 1'],
    [{ 'scoring.passage': ['median'] }, 'scoring.passage'],
    [{ 'scoring.passage': { min: 0, max: 1 } }, 'expected a list'],
    [{ concurrency: [1, 2] }, 'is not a setting that can be tuned'],
  ])('refuses the space %j', async (space, word) => {
    const cwd = await recordedRun();
    expect(await refusal(run(cwd, 'tune', 'r', ...(await spaceFile(cwd, space))))).toContain(word);
  });

  it('refuses runs of other passages, unknown objectives, and passages without labels', async () => {
    const cwd = await recordedRun();
    await writeFile(path.join(cwd, 'few.jsonl'), JSON.stringify({ ...PASSAGES[0], label: null }));
    await run(cwd, 'evaluate', 'few.jsonl', '--preset', 'local', '--out', 'few');
    expect(await run(cwd, 'tune', 'r', 'few')).toMatchObject({
      status: 2,
      stderr: 'error: few is not of the same passages as r\n',
    });
    expect(await run(cwd, 'tune', 'few')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('passage.rocAuc is not defined on these passages'),
    });
    expect(await run(cwd, 'tune', 'r', '--folds', '500')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('too few for 500 folds'),
    });
    const objective = await run(cwd, 'tune', 'r', '--objective', 'passage.luck');
    expect(objective).toMatchObject({ status: 2, stderr: expect.stringContaining('objective passage.luck') });
  });
});
