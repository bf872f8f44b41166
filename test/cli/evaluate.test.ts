import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { ModelCallError } from '../../src/errors.ts';
import { parsedLines } from '../support/json-lines.ts';
import { temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';

const LINES = [
  '{"id":"a","prompt":"q","response":"A is right. A is wrong."}',
  '{"id":"b","prompt":"q","response":"B is right."}',
  '{"id":"c","prompt":"q","response":""}',
];

const withInput = () => temporaryFolder({ 'in.jsonl': `${LINES.join('\n')}\n` });
const LOCAL = ['--preset', 'local'];
const records = (cwd: string, folder: string) => textIn(cwd, `${folder}/records.jsonl`);

describe('evaluate', () => {
  it('prints the report and keeps the run', async () => {
    const cwd = await withInput();
    const { stdout, stderr } = await succeeded(run(['evaluate', 'in.jsonl', ...LOCAL], { cwd }));
    expect(stdout).toContain('3 passages: 1 hallucinated, 1 with no error found, 1 not judged');
    expect(stderr).toBe('6 requests, 39 tokens\nRun saved in runs/2026-01-31-120000-in\n');
    expect((await records(cwd, 'runs/2026-01-31-120000-in')).trimEnd().split('\n')).toHaveLength(3);
  });

  it('names the command that writes a page', async () => {
    const stderr = await refusal(run('evaluate in.jsonl --format html', { cwd: await withInput() }));
    expect(stderr).toContain('"hallugraph report <run> --html <file>"');
  });

  it('prints nothing but results on standard output, and nothing else when quiet', async () => {
    const cwd = await withInput();
    const { stdout, stderr } = await run(['evaluate', 'in.jsonl', ...LOCAL, '-q', '-f', 'json'], { cwd });
    expect(JSON.parse(stdout).passages).toHaveLength(3);
    expect(stderr).toBe('');
  });

  it('writes no spreadsheet to a terminal, and says how to get the one of this run', async () => {
    const cwd = await withInput();
    const args = ['evaluate', 'in.jsonl', ...LOCAL, '--format', 'xlsx'];
    const { status, stdout, stderr } = await run(args, { cwd, isTTY: true });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/error: --format xlsx is binary: .* hallugraph report --xlsx report.xlsx\n$/);
    expect(await records(cwd, 'runs/2026-01-31-120000-in')).toContain('"id":"a"');
  });

  it('writes equal records for equal input, whatever file it comes in', async () => {
    const document = `\ufeff[\r\n${LINES.join(',\r\n')}\r\n]`;
    const cwd = await temporaryFolder({ 'in.jsonl': LINES.join('\r\n'), 'in.json': document });
    const stdin = LINES.join('\n');
    for (const [input, out] of [
      ['in.jsonl', 'one'],
      ['in.json', 'two'],
      ['-', 'three'],
    ] as const) {
      await succeeded(run(['evaluate', input, ...LOCAL, '--out', out], { cwd, stdin }));
    }
    expect(await records(cwd, 'two')).toBe(await records(cwd, 'one'));
    expect(await records(cwd, 'three')).toBe(await records(cwd, 'one'));
  });

  it.runIf(existsSync('/proc/self'))('ends with status 2 where the run cannot be kept', async () => {
    const cwd = await withInput();
    const outcome = await run(['evaluate', 'in.jsonl', ...LOCAL, '--out', '/proc/nope'], { cwd });
    expect(outcome).toEqual({
      ...{ status: 2, stdout: '' },
      stderr: 'error: /proc/nope: cannot be made (no such file or directory)\n',
    });
  });

  it('evaluates one answer given on the command line', async () => {
    const cwd = await temporaryFolder({
      'answer.txt': 'It is wrong.\n',
      'samples.json': '["It is right.", "It is."]',
    });
    const args = ['evaluate', '--prompt', 'q', '--response-file', 'answer.txt', '--samples', 'samples.json'];
    const { stdout } = await succeeded(run([...args, ...LOCAL, '-f', 'jsonl'], { cwd }));
    expect(JSON.parse(stdout).passage).toEqual({
      id: 'prompt',
      prompt: 'q',
      response: 'It is wrong.\n',
      samples: ['It is right.', 'It is.'],
    });
  });

  it('selects passages', async () => {
    const cwd = await withInput();
    const ids = async (...args: string[]) => {
      const { stdout } = await run(['evaluate', 'in.jsonl', ...LOCAL, '-f', 'jsonl', ...args], { cwd });
      return parsedLines(stdout).map(({ passage }) => passage.id);
    };
    expect(await ids('-n', '2')).toEqual(['a', 'b']);
    expect(await ids('--filter', 'b')).toEqual(['b']);
  });

  it('keeps the whole configuration in the run and no key', async () => {
    const cwd = await withInput();
    const env = { OPENAI_API_KEY: 'sk-secret', HALLUGRAPH_SAMPLING__N: '3' };
    await writeFiles(cwd, { '.env': 'OTHER_KEY=sk-other\n' });
    await run(['evaluate', 'in.jsonl', ...LOCAL, '--seed', '5', '--out', 'r'], { cwd, env });
    const manifest = await textIn(cwd, 'r/run.json');
    expect(JSON.parse(manifest)).toMatchObject({
      seed: 5,
      config: { seed: 5, sampling: { n: 3, ask: false } },
    });
    expect(manifest).not.toContain('sk-');
  });
});

describe('exit status', () => {
  it.each([
    [['--fail-on', 'hallucinated'], 1],
    [['--fail-on', 'abstained'], 1],
    [['--fail-on', 'fact', '--filter', 'a'], 1],
    [['--fail-on', 'contradicted', '--filter', 'b'], 0],
    [['--fail-on', 'hallucinated', '--filter', 'b'], 0],
    [['--fail-on', 'abstained', '--fail-on', 'hallucinated', '--filter', 'a'], 1],
    [['--fail-on', 'factual'], 2],
  ])('%j gives %i', async (args, expected) => {
    const cwd = await withInput();
    const { status } = await run(['evaluate', 'in.jsonl', ...LOCAL, ...args], { cwd });
    expect(status).toBe(expected);
  });

  it('is 3 when a model service failed, and the run can be resumed', async () => {
    const cwd = await withInput();
    let healthy = false;
    const before = ({ id }: { id: string }) => {
      if (id === 'b' && !healthy)
        throw new ModelCallError('service is down', { retryable: true, status: 503 });
    };
    const failed = await run(['evaluate', 'in.jsonl', ...LOCAL, '--out', 'r'], { cwd, before });
    expect(failed).toMatchObject({ status: 3, stdout: '' });
    expect(failed.stderr.split('\n')).toEqual([
      'error: service is down',
      'Stopped after 1 of 3 passages; continue with',
      '  hallugraph evaluate --resume r',
      '',
    ]);
    healthy = true;
    const resumed = await succeeded(run('evaluate --resume r', { cwd, before }));
    expect(resumed.stdout).toContain('3 passages');
  });

  it('is 70 for a defect, told without a stack unless asked for', async () => {
    const cwd = await withInput();
    const createDetector = () => {
      throw new TypeError('x is not a function');
    };
    const plain = await run(['evaluate', 'in.jsonl', ...LOCAL], { cwd, createDetector });
    expect(plain.status).toBe(70);
    expect(plain.stderr).not.toContain('.ts:');
    const env = { HALLUGRAPH_DEBUG: '1' };
    const debug = await run(['evaluate', 'in.jsonl', ...LOCAL], { cwd, createDetector, env });
    expect(debug.stderr).toContain('.ts:');
  });

  it('is 1 for a defect at one passage, which becomes its record while the run goes on', async () => {
    const cwd = await withInput();
    const before = ({ id }: { id: string }) => {
      if (id === 'a') throw new TypeError('x is not a function');
    };
    const args = ['evaluate', 'in.jsonl', ...LOCAL, '--out', 'r', '--format', 'json'];
    const plain = await run(args, { cwd, before });
    expect(plain.status).toBe(1);
    expect(plain.stderr).toContain('unexpected error: passage a: x is not a function\n');
    expect(plain.stderr).toContain('note: internal error at 1 passage');
    expect(plain.stderr).not.toContain('.ts:');
    const { passages } = JSON.parse(plain.stdout);
    expect(passages[0].abstention).toEqual({ reason: 'defect', detail: 'x is not a function' });
    expect(passages[1].abstention).toBeNull();
    const again = await run('evaluate --resume r -q', { cwd });
    expect(again.status).toBe(1);
    const env = { HALLUGRAPH_DEBUG: '1' };
    const debug = await run(['evaluate', 'in.jsonl', ...LOCAL], { cwd, before, env });
    expect(debug.stderr).toContain('.ts:');
  });

  it.each([
    [[]],
    [['nothing']],
    [['evaluate']],
    [['evaluate', 'in.jsonl', 'in.jsonl']],
    [['evaluate', 'in.jsonl', '--unknown']],
    [['evaluate', 'in.jsonl', '--format', 'xml']],
    [['evaluate', 'in.jsonl', '--preset', 'locale']],
    [['evaluate', 'in.jsonl', '--limit', '0']],
    [['evaluate', 'in.jsonl', '--limit', '1.5']],
    [['evaluate', 'in.jsonl', '--seed', '']],
    [['evaluate', 'in.jsonl', '--set', 'seed']],
    [['evaluate', 'in.jsonl', '--set', 'encoder.layer=1']],
    [['evaluate', 'in.jsonl', '--config', 'none.yaml']],
    [['evaluate', 'in.jsonl', '--filter', 'none']],
    [['evaluate', 'in.jsonl', '--prompt', 'q']],
    [['evaluate', 'in.jsonl', '--response', 'r']],
    [['evaluate', '--prompt', 'q', '--response', 'r', '--response-file', 'in.jsonl']],
    [['evaluate', '--prompt', 'q', '--samples', 'in.jsonl']],
    [['evaluate', '--prompt', 'q']],
    [['evaluate', '--resume', 'none']],
    [['evaluate', '--resume', 'none', '--seed', '1']],
    [['evaluate', '--resume', 'none', '--response', 'x']],
    [['evaluate', '--resume', 'none', '--response-file', 'in.jsonl']],
    [['evaluate', '--resume', 'none', 'in.jsonl']],
    [['rescore']],
    [['rescore', 'none']],
    [['bench', 'phd']],
    [['bench', 'imagenet', '--data', 'in.jsonl']],
    [['config', 'frobnicate']],
  ])('is 2 for wrong use: %j', async (args) => {
    const cwd = await withInput();
    const env = { HALLUGRAPH_PRESET: 'local' };
    const { status, stdout, stderr } = await run(args, { cwd, env });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
    expect(await readdir(cwd)).toEqual(['in.jsonl']);
  });

  it.each(['evaluate', 'bench', 'select', 'sek'])(
    '%s --help names a rule only of its own',
    async (command) => {
      const { stdout } = await run([command, '--help'], { cwd: await temporaryFolder() });
      expect(stdout).toContain('Exit status: 0 done, 1 ');
      expect(stdout.includes('1 --fail-on met')).toBe(stdout.includes('--fail-on <rule>'));
    },
  );

  it.each([[['--help']], [['evaluate', '--help']], [['help', 'bench']], [['--version']]])(
    'is 0 for %j',
    async (args) => {
      const { status, stdout, stderr } = await run(args, { cwd: await temporaryFolder() });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).not.toBe('');
    },
  );
});

describe('--thorough', () => {
  it('is the preset of that name, and stands beside no other', async () => {
    const cwd = await withInput();
    const plan = async (...args: string[]) =>
      run(['evaluate', 'in.jsonl', '--dry-run', '--format', 'json', ...args], { cwd });
    const [thorough, plain] = [await plan('--thorough'), await plan()];
    expect(thorough).toEqual(await plan('--preset', 'thorough'));
    const { requests, atMost } = JSON.parse(thorough.stdout);
    expect(requests).toBeGreaterThan(JSON.parse(plain.stdout).requests);
    expect(atMost).toBeGreaterThanOrEqual(2 * requests);
    const text = await run('evaluate in.jsonl --dry-run --thorough', { cwd });
    expect(text.stdout).toContain(`At most ${atMost} requests for as many facts`);
    const both = await refusal(plan('--thorough', '--preset', 'gca'));
    expect(both).toContain("'--thorough' cannot be used");
  });

  it('is an option of check and bench, too', async () => {
    const cwd = await withInput();
    const check = await run('check in.jsonl --thorough', { cwd });
    expect(check.stderr).toContain('preset thorough checks nothing against references');
    const bench = (...args: string[]) =>
      run(['bench', 'wikibio', '--data', 'in.jsonl', '--dry-run', ...args], { cwd });
    expect(await bench('--thorough')).toEqual(await bench('--preset', 'thorough'));
  });
});

describe('bad input', () => {
  const GOOD = LINES[0] as string;

  it.each<[string, string | Buffer, string]>([
    ['a line that is not JSON', `${GOOD}\n{"id": "b"`, '2'],
    ['a missing field', `${GOOD}\n{"id": "b"}`, 'prompt'],
    ['a field of the wrong type', `${GOOD}\n{"id": "b", "prompt": 1}`, 'prompt'],
    ['a duplicate id', `${GOOD}\n${GOOD}`, 'a'],
    ['no passages', '\n\n', 'in.jsonl'],
    ['an empty file', '', 'in.jsonl'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'in.jsonl'],
    ['a passage without response where no model is asked', '{"id":"x","prompt":"q"}', 'x'],
  ])('%s is one clear line, and no run is begun', async (_, content, named) => {
    const cwd = await temporaryFolder({ 'in.jsonl': content });
    const { status, stdout, stderr } = await run(['evaluate', 'in.jsonl', ...LOCAL], { cwd });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toContain(named);
    expect(await readdir(cwd)).toEqual(['in.jsonl']);
  });

  it.each(['missing.jsonl', 'folder'])('%s is one clear line', async (name) => {
    const cwd = await temporaryFolder();
    await mkdir(path.join(cwd, 'folder'));
    const stderr = await refusal(run(['evaluate', name, ...LOCAL], { cwd }));
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toContain(name);
    expect(stderr).not.toContain(cwd);
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read is one clear line (needs no root)', async () => {
    const cwd = await withInput();
    await chmod(path.join(cwd, 'in.jsonl'), 0o000);
    const stderr = await refusal(run(['evaluate', 'in.jsonl', ...LOCAL], { cwd }));
    expect(stderr).toMatch(/^error: in\.jsonl: .*\n$/);
  });

  it('on standard input names standard input', async () => {
    const cwd = await temporaryFolder();
    const stderr = await refusal(run(['evaluate', '-', ...LOCAL], { cwd, stdin: '{' }));
    expect(stderr).toContain('standard input');
  });

  it('leaves a folder that is not empty alone', async () => {
    const cwd = await withInput();
    const { status } = await run(['evaluate', 'in.jsonl', ...LOCAL, '--out', '.'], { cwd });
    expect(status).toBe(2);
    expect(await readdir(cwd)).toEqual(['in.jsonl']);
  });
});

describe('resume', () => {
  const before = ({ id }: { id: string }) => {
    if (id === 'c') throw new ModelCallError('down', { retryable: true });
  };

  it('of a run that was killed before it began says to begin again, and that is possible', async () => {
    const gone = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() });
    const cwd = await temporaryFolder({ 'r/run.lock': gone, 'r/input.jsonl': '{"id": "torn' });
    const stderr = await refusal(run('evaluate --resume r', { cwd }));
    expect(stderr).toContain('start it again with --out');
    const stdin = LINES.join('\n');
    const begun = await run(['evaluate', '-', ...LOCAL, '--out', 'r'], { cwd, stdin });
    expect([begun.status, begun.stderr]).toEqual([0, expect.stringContaining('Run saved in r')]);
    expect((await run('evaluate --resume r', { cwd })).stdout).toBe(begun.stdout);
  });

  it('of a finished run asks nothing and prints the same', async () => {
    const cwd = await withInput();
    const first = await run(['evaluate', 'in.jsonl', ...LOCAL, '--out', 'r'], { cwd });
    const asked: string[] = [];
    const second = await run('evaluate --resume r', { cwd, before: ({ id }) => void asked.push(id) });
    expect(second.stdout).toBe(first.stdout);
    expect(asked).toEqual([]);
  });

  it('refuses an input that has changed and takes one that was only rewritten', async () => {
    const cwd = await withInput();
    await run(['evaluate', 'in.jsonl', ...LOCAL, '--out', 'r'], { cwd });
    await writeFiles(cwd, { 'in.jsonl': LINES.join('\r\n') });
    await succeeded(run('evaluate --resume r', { cwd }));
    await writeFiles(cwd, { 'in.jsonl': LINES.slice(1).join('\n') });
    expect(await refusal(run('evaluate --resume r', { cwd }))).toContain('in.jsonl');
  });

  it('says when it goes on with other machinery', async () => {
    const cwd = await withInput();
    for (const name of ['r', 's'])
      await run(['evaluate', 'in.jsonl', ...LOCAL, '--out', name], { cwd, before });
    const same = await run('evaluate --resume r -q', { cwd });
    expect(same.stderr).toBe('');
    const other = await run('evaluate --resume s -q', { cwd, backend: 'other' });
    expect(other).toMatchObject({ status: 0, stderr: expect.stringMatching(/^note: .*\n$/) });
    const finished = await run('evaluate --resume s -q', { cwd });
    expect(finished.stderr).toBe('');
  });

  it('of standard input needs no input again', async () => {
    const cwd = await temporaryFolder();
    await run(['evaluate', '-', ...LOCAL, '--out', 'r', '-n', '3'], { cwd, stdin: LINES.join('\n'), before });
    const { stdout } = await succeeded(run('evaluate --resume r -f jsonl', { cwd }));
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  });
});

it('warns where nothing was judged, also under --quiet', async () => {
  const response = 'Rupert Brooke died in 1915.';
  const passages = ['a', 'b'].map((id) => ({ id, prompt: 'q', response }));
  const cwd = await temporaryFolder({ 'alone.jsonl': passages });
  const evaluate = ['evaluate', 'alone.jsonl', '--preset', 'local', '--quiet'];
  const { stderr } = await succeeded(run(evaluate, { cwd, createDetector }));
  expect(stderr).toMatch(/^warning: no passage was judged; of the first: there is no sample to compare with/);
});
