import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/load-config.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { probabilityOf } from '../../src/scoring/calibration.ts';
import { temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { commandLine, refusal, run, succeeded } from './test-host.ts';

const NAMES = ['Ada', 'Ben', 'Cora', 'Dan', 'Eve', 'Finn', 'Gwen', 'Hugo', 'Iris', 'Jack'];
const PLACES = ['Rugby', 'Leeds', 'Oxford', 'Derby', 'Bath'];

const born = (name: string, place: string, year: number) => `${name} Miller was born in ${place} in ${year}.`;
const died = (name: string, place: string, year: number) => `${name} Miller died in ${place} in ${year}.`;

/** Two sentences a passage; in some a place and year that no sample gives, in some where one sample does. */
function labelledPassage(index: number) {
  const name = `${NAMES[index % 10]}${index >= 10 ? ' Rose' : ''}`;
  const [place, other] = [PLACES[index % 5] as string, PLACES[(index + 2) % 5] as string];
  const year = 1850 + index;
  const isWrong = index % 3 === 0;
  const first = isWrong && index % 2 === 0 ? born(name, other, year + 31) : born(name, place, year);
  const second = isWrong ? died(name, other, year + 77) : died(name, place, year + 60);
  const truth = `${born(name, place, year)} ${died(name, place, year + 60)}`;
  const doubt = `${born(name, place, year)} ${died(name, other, year + 77)}`;
  const sentence = (start: number, text: string, wrong: boolean) => ({
    start,
    end: start + text.length,
    label: wrong ? 'non-factual' : 'factual',
  });
  return {
    id: `miller-${index}`,
    prompt: `Who was ${name} Miller?`,
    response: `${first} ${second}`,
    samples: [truth, truth, index % 4 === 0 ? doubt : truth],
    claims: [second],
    label: isWrong ? 'non-factual' : 'factual',
    sentences: [sentence(0, first, isWrong && index % 2 === 0), sentence(first.length + 1, second, isWrong)],
  };
}

const LABELLED = Array.from({ length: 20 }, (_, index) => labelledPassage(index));

/** A folder with a run of the local preset, in `run`. */
async function recordedRun() {
  const cwd = await temporaryFolder({ 'labelled.jsonl': LABELLED });
  const cli = commandLine({ cwd, createDetector });
  const { stderr } = await succeeded(
    cli('evaluate labelled.jsonl --preset local --out run -q -s encoder.backend=cpu'),
  );
  expect(stderr).toBe('');
  return { cwd, cli };
}

describe('calibrate', () => {
  it('writes a config by which a single passage gets probabilities and a calibrated label', async () => {
    const { cwd, cli } = await recordedRun();
    const calibrated = await succeeded(cli('calibrate run --alpha 0.2'));
    expect(calibrated.stderr).toBe('Wrote calibrated.yaml\n');
    expect(calibrated.stdout).toContain('a factual passage is flagged with probability at most 0.2');

    const file = parse(await textIn(cwd, 'calibrated.yaml'));
    expect(Object.keys(file)).toEqual(['preset', 'graph', 'encoder', 'consistency', 'scoring', 'provenance']);
    expect(file.provenance.calibration).toMatchObject({
      data: { dataset: 'labelled.jsonl', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      method: 'platt',
      guarantee: 'false-alarm',
      alpha: 0.2,
      passage: { fittedOn: 'passage', n: 20, threshold: 'guaranteed' },
      triple: { fittedOn: 'sentence', n: 40, passages: 20 },
    });

    const [{ label: _, sentences: __, ...single }] = LABELLED as [(typeof LABELLED)[number]];
    await writeFiles(cwd, { 'one.jsonl': [single] });
    const line = 'evaluate one.jsonl --config calibrated.yaml -q';
    const { stdout } = await cli(`${line} --format json --trace`);
    const [verdict] = JSON.parse(stdout).passages as [PassageVerdict];
    const { scoring } = (await loadConfig({ cwd, file: 'calibrated.yaml' })).config;
    const { threshold, calibration } = scoring;
    if (threshold.rule !== 'fixed') throw new Error('a calibrated threshold is fixed');
    expect(verdict.threshold).toBe(threshold.passage);
    expect(verdict.score as number).toBeLessThan(threshold.passage);
    const withFacts = (own: number | null, ids: readonly string[]) =>
      Math.max(
        own as number,
        ...verdict.triples
          .filter(({ triple, label }) => label === 'hallucinated' && ids.includes(triple.id))
          .map(({ probability }) => probability as number),
      );
    const all = verdict.triples.map(({ triple }) => triple.id);
    const ofPassage = withFacts(probabilityOf(verdict.score, calibration?.passage), all);
    expect(verdict.probability).toBe(ofPassage);
    expect(verdict.triples.map(({ probability }) => probability)).not.toContain(null);
    expect(verdict.triples.length).toBeGreaterThan(0);
    expect(verdict.sentences).toHaveLength(2);
    expect(verdict.claims).toHaveLength(1);
    for (const { score, probability, tripleIds } of verdict.sentences)
      expect(probability).toBe(withFacts(probabilityOf(score, calibration?.triple), tripleIds));
    for (const { score, probability } of verdict.claims)
      expect(probability).toBe(probabilityOf(score, calibration?.triple));
    for (const { score, label } of verdict.claims)
      expect(label).toBe((score as number) < threshold.triple ? 'hallucinated' : 'factual');

    const shown = await cli(line);
    expect(shown.stdout).toMatch(/suspicious +support +chance wrong/);
    expect(shown.stdout).toContain(` ${Math.round((verdict.probability ?? 0) * 100)} % `);
  });

  it('gives equal bytes twice, and rescoring with the file gives the probabilities as well', async () => {
    const { cwd, cli } = await recordedRun();
    for (const out of ['one.yaml', 'two.yaml'])
      await succeeded(cli(`calibrate run --alpha 0.3 --out ${out}`));
    expect(await textIn(cwd, 'two.yaml')).toBe(await textIn(cwd, 'one.yaml'));
    const { stdout } = await cli('rescore run --config one.yaml --format csv');
    expect(stdout).toContain('passage_probability');
  });

  it('takes the scoring of another config and keeps where that comes from', async () => {
    const { cwd, cli } = await recordedRun();
    const tuned = {
      preset: 'local',
      encoder: { backend: 'cpu' },
      scoring: { weights: { support: 0.7 } },
      provenance: { tune: { objective: 'passage.rocAuc' } },
    };
    await writeFiles(cwd, { 'tuned.json': JSON.stringify(tuned) });
    await succeeded(cli('calibrate run --config tuned.json --level passage --alpha 0.2'));
    const file = parse(await textIn(cwd, 'calibrated.yaml'));
    expect(file.scoring.weights).toEqual({ support: 0.7 });
    expect(file.scoring.calibration.triple).toBeUndefined();
    expect(file.provenance).toMatchObject({
      tune: { objective: 'passage.rocAuc' },
      calibration: { method: 'platt', passage: { n: 20 } },
    });
  });

  it('warns of settings tuned on the same data, as a benchmark with them does', async () => {
    const { cli } = await recordedRun();
    await succeeded(cli('tune run --objective passage.rocAuc --trials 5 --folds 2'));
    const { stdout } = await cli('calibrate run --config tuned.yaml --alpha 0.2');
    expect(stdout).toContain('the settings were tuned on these data');
    expect((await cli('calibrate run --alpha 0.2')).stdout).not.toContain('were tuned');
    const bench = 'bench jsonl --data labelled.jsonl --config tuned.yaml --out again --format json';
    const report = JSON.parse((await cli(bench)).stdout);
    expect(report.warnings.join()).toContain('provenance.tuning');
  });

  it('refuses a config under which the records would be others', async () => {
    const { cwd, cli } = await recordedRun();
    await writeFiles(cwd, { 'other.yaml': 'graph:\n  aliases: false\nscoring:\n  context: 0.5\n' });
    const stderr = await refusal(cli('calibrate run --config other.yaml'));
    expect(stderr).toContain('other.yaml: graph.aliases: differs from the run');
  });

  it('prints its figures as one JSON document', async () => {
    const { cli } = await recordedRun();
    const { stdout } = await cli('calibrate run --format json --level claim passage');
    const report = JSON.parse(stdout);
    expect(report.levels.map(({ level }: { level: string }) => level)).toEqual(['passage']);
    expect(report.absent).toEqual([{ level: 'claim', reason: 'no item has a label and a score' }]);
    expect(report.levels[0].after.calibrationError.value).toBeLessThan(1);
  });
});

describe('calibrate refuses', () => {
  it('a run without labels', async () => {
    const passages = [{ id: 'a', prompt: '?', response: 'A is b.', samples: ['A is b.'] }];
    const cwd = await temporaryFolder({ 'plain.jsonl': passages });
    await run('evaluate plain.jsonl --preset local --out run -q', { cwd });
    expect(await refusal(run('calibrate run', { cwd }))).toContain('the run has no gold labels');
    await expect(textIn(cwd, 'calibrated.yaml')).rejects.toThrow('ENOENT');
  });

  it.each([
    ['--alpha', '0'],
    ['--alpha', '1'],
    ['--delta', 'x'],
    ['--folds', '1'],
    ['--level', 'triple'],
    ['--method', 'beta'],
  ])('%s %s', async (flag, value) => {
    const cwd = await temporaryFolder();
    await refusal(run(['calibrate', 'none', flag, value], { cwd }));
  });

  it('a folder that is no run', async () => {
    const cwd = await temporaryFolder();
    expect(await run('calibrate none', { cwd })).toMatchObject({ status: 2, stdout: '' });
  });
});
