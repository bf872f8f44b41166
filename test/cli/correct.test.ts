import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { reportJsonText } from '../../src/format/report-json.ts';
import { failure } from '../support/openai-server.ts';
import { outputOf, SAMPLES } from '../support/program.ts';
import { jsonIn, temporaryFolder, textIn } from '../support/temporary-folder.ts';
import { refusal, run, succeeded, words } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const CURIE = [SAMPLES, '--preset', 'local', '--filter', 'marie-curie'];

describe('the built program', () => {
  it('corrects a recorded run as it corrects its input', async () => {
    const cwd = await temporaryFolder();
    const [ofInput] = await Promise.all([
      outputOf(['correct', ...CURIE, '-q', '--format', 'json', '--corrected', 'b.jsonl', '-o', 'b'], { cwd }),
      outputOf(['evaluate', ...CURIE, '-q', '--out', 'r'], { cwd }),
    ]);
    const args = ['correct', '--run', 'r', '--format', 'json', '--corrected', 'a.jsonl', '--out', 'a'];
    const ofRun = await outputOf(args, { cwd });
    expect(ofRun.stderr).toBe('Run saved in a\nWrote a.jsonl\n');
    expect(ofInput.stderr).toBe('');
    expect(ofInput.stdout).toBe(ofRun.stdout);
    const written = await textIn(cwd, 'a.jsonl');
    expect(await textIn(cwd, 'b.jsonl')).toBe(written);
    expect((await readdir(cwd)).sort()).toEqual(['a', 'a.jsonl', 'b', 'b.jsonl', 'r']);
    const recordsOf = (run: string) => textIn(cwd, `${run}/records.jsonl`);
    expect(await recordsOf('a')).toBe(await recordsOf('r'));
    const [passage] = JSON.parse(ofRun.stdout).passages;
    expect(passage.corrected).toContain('in Warsaw in 1867');
    expect(JSON.parse(reportJsonText(JSON.parse(written)))).toMatchObject({
      id: 'marie-curie',
      response: passage.corrected,
      correction: passage,
    });
  });
});

const correct = (args: readonly string[], cwd: string) => run(['correct', ...args], { cwd, createDetector });

describe('hallugraph correct', () => {
  it('shows the words changed, what became of each fact, and the figures', async () => {
    const { stdout } = await succeeded(correct([...CURIE, '-q'], await temporaryFolder()));
    expect(stdout).toContain('[-Kraków-]{+Warsaw+}');
    expect(stdout).toMatch(/"Warsaw" by the\s+samples,\s+now\s+unsure,\s+support/);
    expect(stdout).toContain('ROUGE-1/2/L of the changed texts of at least two words: .9');
  });

  it('writes passages that evaluate reads, and judges as correct did', async () => {
    const cwd = await temporaryFolder();
    await correct([...CURIE, '-q', '--corrected', 'c.jsonl'], cwd);
    const { correction } = await jsonIn(cwd, 'c.jsonl');
    const args = ['evaluate', 'c.jsonl', '--preset', 'local', '-q', '--format', 'json', '--trace'];
    const { stdout } = await run(args, { cwd, createDetector });
    expect(JSON.parse(stdout).passages[0].score).toBe(correction.after.score);
  });

  it('says beforehand what it would ask at most, and writes nothing', async () => {
    const cwd = await temporaryFolder();
    const asking = [SAMPLES, '--filter', 'marie-curie', '--dry-run', '-f', 'json'];
    const settings = ['--preset', 'gca', '--set', 'sampling.n=0', '--set', 'verification.by=none'];
    const { stdout } = await succeeded(correct([...asking, ...settings], cwd));
    const { purposes, note } = JSON.parse(stdout);
    expect(purposes.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['segment', 'replace-facts']);
    expect(note).toContain('as if every fact were flagged');
    expect((await correct([...CURIE, '--dry-run'], cwd)).stdout).toContain('No model is asked.');
    expect(await readdir(cwd)).toEqual([]);
  });

  it('goes on with corrections of its own, under the options they began with', async () => {
    const cwd = await temporaryFolder();
    const first = await correct([...CURIE, '-q', '--out', 'r'], cwd);
    expect(await correct(['--resume', 'r', '-q'], cwd)).toMatchObject({ status: 0, stdout: first.stdout });
    for (const args of [['--other-words', '0.5'], ['--run', 'r'], ['--baseline', 'direct'], ['in.jsonl']]) {
      const stderr = await refusal(correct(['--resume', 'r', ...args], cwd));
      expect(stderr).toMatch(/--resume (uses the input|.* cannot be used with)/);
    }
    const other = await run('check --resume r', { cwd });
    expect(other.stderr).toContain('r is a run of correct: continue it with hallugraph correct --resume');
  });

  it('takes a rule that needs the whole data set', async () => {
    const threshold = 'scoring.threshold={rule: meanPlusVariance, k: 0}';
    const cwd = await temporaryFolder();
    const args = [SAMPLES, '--preset', 'local', '-n', '2', '--set', threshold, '-q', '-f', 'json'];
    const { stdout } = await succeeded(correct(args, cwd));
    for (const { before, after } of JSON.parse(stdout).passages) {
      expect(before.label).not.toBe('undecided');
      expect(after.threshold).toBe(before.threshold);
    }
  });

  it.each([
    [[], 'nothing to evaluate'],
    [['missing.jsonl', '--preset', 'local'], 'missing.jsonl'],
    [['--run', 'missing'], 'is not a run folder'],
    [[...CURIE, '--baseline', 'direct'], 'needs a model'],
    [[...CURIE, '--baseline', 'both'], 'needs a model'],
    [[...CURIE, '--below', 'low'], 'number of at least 0'],
    [[...CURIE, '--replace', 'magic'], 'llm, text'],
    [['in.jsonl', '--run', 'r'], 'uses the input of the run'],
    [['--run', 'r', '--preset', 'local'], "cannot be used with option '-p, --preset"],
  ])('%j ends with status 2', async (args, message) => {
    const cwd = await temporaryFolder();
    const { status, stdout, stderr } = await correct(args, cwd);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('does not let a run be corrected under other settings than its own', async () => {
    const cwd = await temporaryFolder();
    await run(['evaluate', ...CURIE, '-q', '--out', 'r'], { cwd, createDetector });
    const stderr = await refusal(correct(['--run', 'r', '--set', 'scoring.context=0'], cwd));
    expect(stderr).toContain('with --run only models');
  });

  it('names what the paper protocol is in its help', async () => {
    const { stdout } = await correct(['--help'], await temporaryFolder());
    expect(stdout.replace(/\s+/g, ' ')).toContain('paper: one by one, and GraphCorrect as published');
  });

  it('corrects as published under the paper protocol, and names it apart', async () => {
    const text = 'Ada wrote a poem.';
    const server = await serveOpenAi({
      handler: ({ body }) => {
        const answers: Record<string, object> = {
          extract: { triples: [{ head: 'Ada', relation: 'wrote', tail: 'a novel' }] },
          correct: { triples: [{ head: 'Ada', relation: 'wrote', tail: 'a novel' }] },
          'reference-check': { verdicts: [{ number: 1, label: 'contradiction', reference: 1, quote: text }] },
          'corrected-triple': { head: 'Ada', relation: 'wrote', tail: 'a poem' },
          'replace-fact': { text },
        };
        return JSON.stringify(answers[body.response_format.json_schema.name]);
      },
    });
    const passage = {
      id: 'ada',
      prompt: 'What did Ada write?',
      response: 'Ada wrote a novel.',
      context: [text],
    };
    const cwd = await temporaryFolder({ '.env': server.dotenv, 'in.jsonl': [passage] });
    const args = words('in.jsonl --preset refchecker --no-cache -q --protocol paper');
    const { stdout } = await succeeded(correct([...args, '-f', 'json'], cwd));
    const { summary, passages } = JSON.parse(stdout);
    expect(summary.asPublished).toBe(1);
    expect(passages[0]).toMatchObject({
      ...{ method: 'graphcorrect', corrected: text },
      changes: [{ status: 'replaced', new: { tail: 'a poem' }, source: 'reference' }],
    });
    const table = await correct(args, cwd);
    expect(table.stdout).toContain('GraphCorrect as published in 1 passage');
    const dry = await correct([...args, '--dry-run', '-f', 'json'], cwd);
    const purposes = JSON.parse(dry.stdout).purposes.map(({ purpose }: { purpose: string }) => purpose);
    expect(purposes).toEqual(expect.arrayContaining(['corrected-triple', 'replace-fact']));
  });

  it('ends with status 3 where the service is down, and says how to go on', async () => {
    const { dotenv } = await serveOpenAi({ handler: () => failure(401) });
    const cwd = await temporaryFolder({ '.env': dotenv });
    const args = [...CURIE, '--replace', 'llm', '--no-cache', '-q', '--corrected', 'c.jsonl', '--out', 'r'];
    const { status, stdout, stderr } = await correct(args, cwd);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toContain('OPENAI_API_KEY');
    expect(stderr).toContain('Stopped after 0 of 1 passages of corrections');
    expect(stderr).toContain('hallugraph correct --resume r');
    expect(await readdir(cwd)).toEqual(['.env', 'r']);
  });

  it('ends with status 2 where the file cannot be written', async () => {
    const args = [...CURIE, '-q', '--corrected', 'no/such/folder/c.jsonl'];
    expect(await refusal(correct(args, await temporaryFolder()))).toContain('cannot be written');
  });
});
