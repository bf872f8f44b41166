import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { jsonIn, linesIn, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { commandLine, refusal, succeeded } from './test-host.ts';

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

/** A folder with passages `in.jsonl` and a recorded run `r` of them, by the real detector. */
async function recordedRun(line = 'evaluate in.jsonl --preset local --out r') {
  const cwd = await temporaryFolder({ 'in.jsonl': PASSAGES });
  const cli = commandLine({ cwd, createDetector });
  const { stderr } = await succeeded(cli(line));
  expect(stderr).not.toContain('error');
  return { cwd, cli };
}

const recordsOf = (cwd: string, run: string): Promise<PassageVerdict[]> =>
  linesIn(cwd, `${run}/records.jsonl`);

const QUICK = '--folds 3 --trials 60 --config space.json';

const writeSpace = (cwd: string, space: object): Promise<void> =>
  writeFiles(cwd, { 'space.json': JSON.stringify({ tune: { innerFolds: 2, space } }) });

describe('tune', () => {
  it('writes a config that evaluate takes, and that scores as it says', async () => {
    const { cwd, cli } = await recordedRun();
    await writeSpace(cwd, {
      'scoring.weights.support': { min: 0, max: 1 },
      'scoring.weights.numbers': { min: 0, max: 1 },
      'scoring.context': { min: 0, max: 0.5 },
      'scoring.passage': ['min'],
      'scoring.threshold.passage': { min: 0, max: 1 },
      'consistency.tailThreshold': [0.5],
    });
    const tuned = await cli(`tune r ${QUICK}`);
    expect(tuned).toMatchObject({ status: 0 });
    expect(tuned.stderr).toContain('consistency.tailThreshold=0.5');
    expect(tuned.stdout).toContain('tuned, out of fold');

    await succeeded(cli('evaluate in.jsonl --config tuned.yaml --out again'));
    const written = parse(await textIn(cwd, 'tuned.yaml'));
    expect(written.preset).toBe('local');
    const { scoring } = resolveConfig(written as ConfigInput);
    const again = await recordsOf(cwd, 'again');
    expect(again).toHaveLength(PASSAGES.length);
    // the tail threshold touches votes alone, and no weight is on those
    const rescored = (await recordsOf(cwd, 'r')).map((verdict) => rescoreVerdict(verdict, scoring));
    expect(again.map(({ score, label }) => ({ score, label }))).toEqual(
      rescored.map(({ score, label }) => ({ score, label })),
    );
  });

  it('says where the settings come from, and writes equal bytes for equal input', async () => {
    const { cwd, cli } = await recordedRun();
    await writeSpace(cwd, { 'scoring.weights.support': { min: 0, max: 1 } });
    const line = `tune r ${QUICK} --objective passage.balancedAccuracy --seed 7`;
    await cli(line);
    const first = await textIn(cwd, 'tuned.yaml');
    const { provenance } = parse(first);
    const manifest = await jsonIn(cwd, 'r/run.json');
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
    await cli(line);
    expect(await textIn(cwd, 'tuned.yaml')).toBe(first);
  });

  it('searches over several runs and recorded encoders, without computing anything anew', async () => {
    const recording = '--preset local --set recordEncoders=[identity]';
    const { cwd, cli } = await recordedRun(`evaluate in.jsonl ${recording} --out r`);
    await succeeded(cli(`evaluate in.jsonl ${recording} --set graph.aliases=false --out other`));
    await writeSpace(cwd, {
      'encoder.kind': ['rgcn', 'identity'],
      'scoring.weights.consistency': { min: 0, max: 1 },
      'scoring.weights.support': { min: 0, max: 1 },
    });
    const { stdout, stderr } = await succeeded(cli(`tune r other ${QUICK} -f json`));
    expect(stderr).not.toContain('Comparing anew');
    expect(JSON.parse(stdout).components).toEqual([
      'r',
      'r encoder.kind=identity',
      'other',
      'other encoder.kind=identity',
    ]);
  });

  it('refuses what needs models asked again', async () => {
    const { cwd, cli } = await recordedRun();
    await writeSpace(cwd, { 'segmentation.extractor': ['local', 'llm'] });
    const stderr = await refusal(cli('tune r --config space.json'));
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
    const { cwd, cli } = await recordedRun();
    await writeSpace(cwd, space);
    expect(await refusal(cli('tune r --config space.json'))).toContain(word);
  });

  it('refuses runs of other passages, unknown objectives, and passages without labels', async () => {
    const { cwd, cli } = await recordedRun();
    await writeFiles(cwd, { 'few.jsonl': [{ ...PASSAGES[0], label: null }] });
    await cli('evaluate few.jsonl --preset local --out few');
    expect(await refusal(cli('tune r few'))).toBe('error: few is not of the same passages as r\n');
    expect(await refusal(cli('tune few'))).toContain('passage.rocAuc is not defined on these passages');
    expect(await refusal(cli('tune r --folds 500'))).toContain('too few for 500 folds');
    const objective = await refusal(cli('tune r --objective passage.luck'));
    expect(objective).toContain('objective passage.luck');
  });
});
