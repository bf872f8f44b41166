/** `--batch` and `--batch-dir`: runs whose models are asked by batches, against a service and against a folder. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { BatchRequestLine, BatchServer, BatchServerOptions } from '../support/batch-server.ts';
import { startBatchServer } from '../support/batch-server.ts';
import { brooke } from '../support/brooke.ts';
import type { RecordedRequest } from '../support/openai-server.ts';
import { startProgram } from '../support/program.ts';
import { quint } from '../support/quint.ts';
import { fittingAnswers } from '../support/schema-answers.ts';
import { simulate } from '../support/simulated-model.ts';
import { jsonIn, linesIn, temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { type Outcome, passagesOf, run, succeeded, words } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const KEY = 'sk-batch-never-shown';
const PASSAGES = [
  { ...quint.passage, label: 'non-factual' },
  { ...quint.passage, id: 'again', label: 'non-factual' },
];
const SETTINGS = [
  ...['--preset', 'gca'],
  ...['--set', 'sampling.n=3', '--set', 'verification.headDraws=3', '--set', 'verification.relationDraws=3'],
  ...['--set', 'verification.tailDraws=4', '--no-cache'],
];

const model = simulate(quint.model);

function textsFor({ body }: BatchRequestLine): string[] {
  try {
    return model({ path: '/chat/completions', body } as RecordedRequest) as string[];
  } catch {
    return fittingAnswers({ body });
  }
}

let cwd: string;
let env: Record<string, string>;
beforeEach(async () => {
  cwd = await temporaryFolder({ 'in.jsonl': PASSAGES });
  env = { OPENAI_BASE_URL: 'http://nobody.example/v1' };
});

async function batchServer(options: BatchServerOptions = {}): Promise<BatchServer> {
  const server = await startBatchServer({ answer: textsFor, looks: 0, ...options });
  onTestFinished(() => server.close());
  env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url };
  return server;
}

const hallugraph = (...args: string[]): Promise<Outcome> => run(args, { cwd, env, createDetector });
const evaluate = (...args: string[]) =>
  hallugraph('evaluate', 'in.jsonl', ...SETTINGS, '-f', 'json', ...args);
const resume = (folder: string, ...args: string[]) =>
  hallugraph('evaluate', '--resume', folder, '-f', 'json', ...args);
const manifestOf = (folder: string) => jsonIn(cwd, `${folder}/run.json`);
const linesOf = (folder: string, name: string): Promise<BatchRequestLine[]> =>
  linesIn(cwd, `${folder}/${name}`);

/** The same run with a request at a time. */
async function askedAtOnce(...args: string[]): Promise<Outcome> {
  const { url } = await serveOpenAi({ handler: model });
  const asking = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url };
  const once = ['evaluate', 'in.jsonl', ...SETTINGS, '-f', 'json', '--out', 'once'];
  return run([...once, ...args], { cwd, env: asking, createDetector });
}

/** Answers all request files of a folder that have no answers. */
async function fill(
  folder: string,
  answer = (line: BatchRequestLine): object => ({ texts: textsFor(line) }),
) {
  const names = await readdir(path.join(cwd, folder));
  const open = names.filter(
    (name) => name.startsWith('requests-') && !names.includes(name.replace('requests', 'answers')),
  );
  for (const name of open) {
    const answers = (await linesOf(folder, name)).map((line) => ({
      custom_id: line.custom_id,
      ...answer(line),
    }));
    await writeFiles(cwd, { [`${folder}/${name.replace('requests', 'answers')}`]: answers });
  }
  return open.length;
}

/** Answers the lines of a file that no answer file holds. */
async function fillRest(folder: string, name: string) {
  const names = await readdir(path.join(cwd, folder));
  const answers = names.filter((one) => one.startsWith('answers'));
  const answered = await Promise.all(answers.map((one) => linesOf(folder, one)));
  const ids = new Set(answered.flat().map(({ custom_id }) => custom_id));
  const rest = (await linesOf(folder, name)).filter(({ custom_id }) => !ids.has(custom_id));
  const lines = rest.map(({ custom_id }) => ({ custom_id, text: 'I cannot say.' }));
  if (lines.length > 0) await writeFiles(cwd, { [`${folder}/answers-rest.jsonl`]: lines });
}

async function untilDone(folder: string, again: () => Promise<Outcome>): Promise<[Outcome, rounds: number]> {
  for (let rounds = 1; ; rounds++) {
    expect(await fill(folder)).toBeGreaterThan(0);
    const outcome = await again();
    if (outcome.status !== 4) return [outcome, rounds];
    expect(rounds).toBeLessThan(30);
  }
}

describe('evaluate --batch', () => {
  it('comes to what single requests come to, in few batches, and never shows the key', async () => {
    const server = await batchServer();
    const outcome = await succeeded(evaluate('--batch', '--out', 'run'));
    expect(passagesOf(outcome)).toEqual(passagesOf(await askedAtOnce()));
    expect(server.batches.length).toBeLessThanOrEqual(8);
    expect(server.calls.some((call) => call.includes('/chat/completions'))).toBe(false);
    const ids = server.lines().map(({ custom_id }) => custom_id);
    expect(new Set(ids).size).toBe(ids.length);
    const { status, batch, summary } = await manifestOf('run');
    expect([status, batch]).toEqual(['done', { folder: 'batches', asksServices: true }]);
    expect(summary.usage).toEqual((await manifestOf('once')).summary.usage);
    expect(outcome.stderr).toMatch(/Batch 1: completed, 2 of 2 answered\n/);
    const kept = await readdir(path.join(cwd, 'run'), { recursive: true, withFileTypes: true });
    for (const file of kept.filter((one) => one.isFile())) {
      expect(await readFile(path.join(file.parentPath, file.name), 'utf8')).not.toContain(KEY);
    }
  });

  it('asks again what a batch left open, and keeps what is refused for good as a failure in the record', async () => {
    const refused = quint.model.texts[0] as string;
    const server = await batchServer({
      end: (number) =>
        number === 0 ? { status: 'expired', answered: (_, index) => index === 0 } : { status: 'completed' },
      answer: (line) =>
        line.body.response_format?.json_schema?.name === 'segment' &&
        line.body.messages.at(-1).content.includes(refused)
          ? { status: 400, body: { error: { message: 'no', code: 'content_filter' } } }
          : textsFor(line),
    });
    await succeeded(evaluate('--batch', '--out', 'run'));
    expect(server.batches[0]).toMatchObject({ status: 'expired' });
    const records = await linesIn(cwd, 'run/records.jsonl');
    for (const { trace } of records) {
      const [original, ...samples] = trace.segmentations;
      expect(original).toMatchObject({ outcome: 'ok' });
      expect(samples).toMatchObject(
        Array(3).fill({ outcome: 'failed', detail: expect.stringContaining('content filter') }),
      );
    }
    expect(records).toHaveLength(2);
  });

  it('that fails can be taken up again, with no batch and no answer lost', async () => {
    let isDown = true;
    const server = await batchServer({
      fault: ({ method, path: called }) =>
        isDown && method === 'POST' && called === '/batches' && server.batches.length === 2
          ? { status: 401, body: { error: { message: 'bad key' } } }
          : undefined,
    });
    const stopped = await evaluate('--batch', '--out', 'run', '--set', 'models.generator.maxRetries=0');
    expect(stopped.status).toBe(3);
    expect(stopped.stderr).toContain('hallugraph evaluate --resume run');
    isDown = false;
    const outcome = await succeeded(resume('run', '--no-cache'));
    expect(passagesOf(outcome)).toEqual(passagesOf(await askedAtOnce()));
    const ids = server.lines().map(({ custom_id }) => custom_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('killed again and again submits nothing twice', async () => {
    const server = await batchServer();
    const start = (args: string[]) => startProgram(args, { cwd, env });
    let started = start(['evaluate', 'in.jsonl', ...SETTINGS, '--batch', '--out', 'run']);
    for (const submitted of [1, 3]) {
      await until(() => server.batches.length >= submitted);
      started.child.kill('SIGKILL');
      await started.ended;
      started = start(['evaluate', '--resume', 'run', '--no-cache', '-f', 'json']);
    }
    const ended = await succeeded(started.ended);
    expect(passagesOf(ended)).toEqual(passagesOf(await askedAtOnce()));
    const ids = server.lines().map(({ custom_id }) => custom_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what is missing for a service that has no key', async () => {
    env = {};
    const { status, stderr } = await evaluate('--batch', '--out', 'run');
    expect([status, stderr.includes('OPENAI_API_KEY')]).toEqual([2, true]);
    expect(await readdir(cwd)).not.toContain('run');
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('evaluate --batch-dir', () => {
  it('asks nobody and needs no key: it writes, waits with status 4, and goes on stage by stage', async () => {
    const first = await evaluate('--batch-dir', 'asked', '--out', 'run');
    expect(first.status).toBe(4);
    expect(first.stdout).toBe('');
    expect(first.stderr).toContain(
      `Waiting for answers:\n  ${path.join(cwd, 'asked', 'requests-0001.jsonl')}: 2 requests wait for an answer in `,
    );
    expect(first.stderr).toContain('continue with\n  hallugraph evaluate --resume run\n');
    expect((await manifestOf('run')).status).toBe('waiting');
    // nothing was answered: nothing is asked for again
    expect((await resume('run', '--no-cache')).status).toBe(4);
    expect((await readdir(path.join(cwd, 'asked'))).sort()).toEqual(['batches.json', 'requests-0001.jsonl']);

    const [outcome, rounds] = await untilDone('asked', () => resume('run', '--no-cache'));
    expect(outcome.status).toBe(0);
    expect(passagesOf(outcome)).toEqual(passagesOf(await askedAtOnce()));
    expect(rounds).toBeLessThanOrEqual(8);
  });

  it('goes on with a new run over the same folder, too', async () => {
    expect((await evaluate('--batch-dir', 'asked', '--out', 'run0')).status).toBe(4);
    let number = 0;
    const again = () => evaluate('--batch-dir', 'asked', '--out', `run${++number}`);
    const [outcome] = await untilDone('asked', again);
    expect(outcome.status).toBe(0);
    expect(passagesOf(outcome)).toEqual(passagesOf(await askedAtOnce()));
  });

  it('names the line that cannot be read, and goes on once it is mended', async () => {
    await evaluate('--batch-dir', 'asked', '--out', 'run');
    const file = path.join(cwd, 'asked', 'answers-0001.jsonl');
    await writeFile(file, '{"custom_id": "x", "te');
    const broken = await resume('run', '--no-cache');
    expect([broken.status, broken.stderr.includes(`${file}:1: not JSON`)]).toEqual([2, true]);
    await writeFile(file, '{"custom_id": "x", "text": "stray"}\n');
    const stray = await resume('run', '--no-cache');
    expect(stray.status).toBe(4);
    expect(stray.stderr).toContain(`1 answer in ${path.join(cwd, 'asked')} matches no request (${file}:1)`);
  });

  it('says that its batches were asked of another service, whose answers it does not use', async () => {
    const first = await evaluate('--batch-dir', 'asked', '--out', 'run');
    expect(first.stderr).not.toContain('note: ');
    await fill('asked');
    env = { OPENAI_BASE_URL: 'http://other.example/v1' };
    const other = await resume('run', '--no-cache');
    expect(other.status).toBe(4);
    expect(other.stderr).toContain('asked has batches for nobody.example/v1, which this run does not ask');
  });

  it('keeps what it has when only some are answered, and takes an unusable answer for a failure', async () => {
    await evaluate('--batch-dir', 'asked', '--out', 'run');
    const [line] = await linesOf('asked', 'requests-0001.jsonl');
    const answer = { custom_id: line?.custom_id, texts: textsFor(line as BatchRequestLine) };
    await writeFiles(cwd, { 'asked/answers-0001.jsonl': [answer] });
    const next = await resume('run', '--no-cache');
    expect(next.status).toBe(4);
    expect(next.stderr).toContain('requests-0001.jsonl: 1 request waits');
    expect(next.stderr).toContain('requests-0002.jsonl: ');
    const useless = () => fill('asked', () => ({ text: 'no JSON at all' }));
    let outcome = next;
    for (let rounds = 0; outcome.status === 4; rounds++) {
      expect(rounds).toBeLessThan(10);
      await useless();
      await fillRest('asked', 'requests-0001.jsonl');
      outcome = await resume('run', '--no-cache');
    }
    expect(outcome.status).toBe(3);
    expect(JSON.parse(outcome.stdout).passages).toMatchObject(
      ['quint', 'again'].map((id) => ({
        passage: { id },
        label: 'abstained',
        abstention: {
          reason: 'failed',
          detail: expect.stringContaining('extraction: unparsable: the model answered "no JSON at all"'),
        },
      })),
    );
    const { status, summary } = await manifestOf('run');
    expect([status, summary.recorded]).toEqual(['done', 2]);
  });
});

describe('bench --batch-dir', () => {
  it('asks the detector and the methods beside, and reports once all is answered', async () => {
    const labelled = { ...brooke.passage, samples: brooke.samples, label: 'non-factual' };
    const right = { ...labelled, id: 'right', label: 'factual' };
    await writeFiles(cwd, { 'in.jsonl': [labelled, right] });
    const flags = ['--preset', 'local', '--set', 'sampling={ask: true, n: 2}', '--no-cache'];
    const methods = ['--methods', 'selfcheck-prompt,semantic-entropy'];
    const bench = (...args: string[]) => hallugraph('bench', ...args, '-f', 'json', ...methods);
    const first = await bench(...words('jsonl --data in.jsonl --batch-dir asked --out run'), ...flags);
    expect(first.status).toBe(4);
    expect(first.stderr).toContain('of selfcheck-prompt; continue with\n  hallugraph bench --resume run');
    const [outcome] = await untilDone('asked', () => bench('--resume', 'run', '--no-cache'));
    expect([outcome.status, outcome.stderr]).toEqual([0, expect.stringContaining('Run saved in run')]);
    const report = JSON.parse(outcome.stdout);
    expect(Object.keys(report.methods)).toEqual(
      expect.arrayContaining(['hallugraph', 'selfcheck-prompt', 'semantic-entropy']),
    );
    expect((await manifestOf('run')).status).toBe('done');
  });
});

it.each([
  ['--batch and a replay', ['--batch', '--replay', 'calls.jsonl'], 'cannot be used with'],
  ['--batch and a recording', ['--batch', '--record', 'calls.jsonl'], 'cannot be used with'],
  ['--batch-dir and a replay', ['--batch-dir', 'x', '--replay', 'c'], 'cannot be used with'],
  ['both ways', ['--batch', '--batch-dir', 'x'], 'cannot be used with'],
  ['a budget flag', ['--batch', '--budget-requests', '5'], 'cannot be used with'],
  ['a budget', ['--batch', '--set', 'budget.requests=5'], 'budgets cannot be combined with batches'],
  ['a budget beforehand', ['--dry-run', '--batch', '--set', 'budget.usd=5'], 'budgets cannot be combined'],
  ['models that are not asked', ['--batch', '--preset', 'local'], 'batches need a chat model'],
])('refuses %s', async (_, flags, words) => {
  const { status, stderr } = await hallugraph('evaluate', 'in.jsonl', ...flags, '--out', 'run');
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect((await readdir(cwd)).sort()).toEqual(['in.jsonl']);
});

describe('evaluate --dry-run', () => {
  it('says requests, tokens and price; writes nothing and needs no key', async () => {
    env = {};
    const { stdout } = await succeeded(hallugraph('evaluate', 'in.jsonl', '--dry-run', '--preset', 'gca'));
    expect(stdout).toContain('2 passages: about 16 triples; 0 samples given, 20 to draw.');
    const rows = [...stdout.matchAll(/^\| ([a-z-]+) +\| [^|]+ \| (\d+) +\| ([\d.]+) /gm)];
    const requests = rows.map(([, purpose, count]) => [purpose, Number(count)]);
    const total = requests.pop()?.[1];
    expect(requests.slice(0, 2)).toEqual([
      ['sample', 2],
      ['segment', 6],
    ]);
    expect(total).toBe(requests.reduce((sum, [, count]) => sum + Number(count), 0));
    expect(rows[1]?.[3]).toBe('3.0');
    expect(await readdir(cwd)).toEqual(['in.jsonl']);
  });

  it('as JSON holds every purpose and the total; an unknown price is null, and said so', async () => {
    env = {};
    const unknown = ['--set', 'models.generator.model=someones/model'];
    const { stdout } = await hallugraph('evaluate', 'in.jsonl', '--dry-run', '-f', 'json', ...unknown);
    const plan = JSON.parse(stdout);
    expect(plan).toMatchObject({ passages: 2, usd: null, exactCounts: false });
    const sum = plan.purposes.reduce(
      (total: number, { requests }: { requests: number }) => total + requests,
      0,
    );
    expect([plan.requests, sum > 0]).toEqual([sum, true]);
    const text = (await hallugraph('evaluate', 'in.jsonl', '--dry-run', ...unknown)).stdout;
    expect(text).toContain('The price of a model is unknown: set prices.MODEL');
  });

  it('of a run counts what is not recorded', async () => {
    await evaluate('--batch-dir', 'asked', '--out', 'run');
    const { stdout } = await hallugraph('evaluate', '--resume', 'run', '--dry-run', '-f', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ passages: 2 });
    await untilDone('asked', () => resume('run', '--no-cache'));
    const after = await hallugraph('evaluate', '--resume', 'run', '--dry-run', '-f', 'json');
    expect(JSON.parse(after.stdout)).toMatchObject({ passages: 0, requests: 0 });
    expect((await hallugraph('evaluate', '--resume', 'run', '--dry-run')).stdout).toContain(
      'No model is asked.',
    );
  });
});
