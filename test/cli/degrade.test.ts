/** `budget.degrade` from the command line: the built program against a service that counts. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageText } from '../support/page-data.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { brooke } from '../support/brooke.ts';
import { failure, type Handler, type OpenAiServer } from '../support/openai-server.ts';
import { runProgram } from '../support/program.ts';
import { answering } from '../support/schema-answers.ts';
import { simulate } from '../support/simulated-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Outcome, run, words } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const ORDER = 'budget.degrade=[samples, draws, tail]';
const answers = answering(simulate(brooke.model));

let server: OpenAiServer;
let handler: Handler;
let cwd: string;
beforeEach(async () => {
  handler = answers;
  server = await serveOpenAi({ handler: (request) => handler(request) });
  cwd = await temporaryFolder();
  await writeFile(
    path.join(cwd, '.env'),
    `OPENAI_API_KEY=sk-test\nOPENAI_BASE_URL=${server.url}\nHALLUGRAPH_CACHE__ENABLED=false\nHALLUGRAPH_PRESET=gca\n`,
  );
  const labels = ['non-factual', 'factual', 'non-factual'];
  await write(labels.map((label, index) => ({ ...brooke.passage, id: `p${index}`, label })));
});

const write = (passages: readonly object[]) =>
  writeFile(path.join(cwd, 'in.jsonl'), passages.map((passage) => JSON.stringify(passage)).join('\n'));
const hallugraph = (...args: string[]): Promise<Outcome> => run(args, { cwd, createDetector });
const evaluate = (...args: string[]) => hallugraph('evaluate', 'in.jsonl', '--protocol', 'paper', ...args);
const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(path.join(cwd, folder, 'run.json'), 'utf8'));
const budgetLines = ({ stderr }: Outcome) => stderr.split('\n').filter((line) => line.startsWith('budget: '));

const built = (...args: string[]) => runProgram(args, { cwd });

// A passage is taken for what it has, m = 4 triples. By the paper's protocol, n samples and N draws a
// task: 2 + 2n of extraction, n to draw, nm of the fact filter, and 2 + 5N a triple.
const expectedRequests = (n: number, draws: number, m = 4) => 3 * (2 + 3 * n + n * m + m * (2 + 5 * draws));

describe('the built program', () => {
  it('finishes within a budget that would have ended the run', async () => {
    const paper = ['evaluate', 'in.jsonl', '--protocol', 'paper', '--format', 'json'];
    await built(...paper, '--out', 'whole');
    const whole = server.requests.length;
    const budget = expectedRequests(3, 3);
    expect(budget).toBeLessThan(whole / 1.4);
    const limit = ['--budget-requests', String(budget)];

    const stopped = await built(...paper, ...limit, '--out', 'stopped');
    expect([stopped.status, (await manifestOf('stopped')).summary.recorded < 3]).toEqual([1, true]);

    server.requests.length = 0;
    const finished = await built(...paper, ...limit, '--set', ORDER, '--out', 'finished');
    expect(finished.status).toBe(0);
    expect(server.requests.length).toBeLessThanOrEqual(budget);
    expect(budgetLines(finished)).toEqual([
      `budget: expected: ${expectedRequests(10, 10)} requests, over the budget of ${budget} requests`,
      'budget: sampling.n 10 -> 3',
      'budget: verification.headDraws 10 -> 3',
      'budget: verification.relationDraws 10 -> 3',
      'budget: verification.tailDraws 10 -> 3',
      `budget: expected now: ${budget} requests`,
    ]);
    const report = JSON.parse(finished.stdout);
    expect(report.passages).toHaveLength(3);
    for (const { passage, triples } of report.passages) {
      expect(passage.samples).toHaveLength(3);
      expect(triples.every(({ score }: { score: number | null }) => score !== null)).toBe(true);
    }
    const { status, degraded, config, summary } = await manifestOf('finished');
    expect([status, summary.recorded, summary.usage.requests]).toEqual(['done', 3, server.requests.length]);
    expect(report.run.degraded).toEqual(degraded);
    expect(degraded).toMatchObject({
      limits: { requests: budget },
      order: ['samples', 'draws', 'tail'],
      idle: [],
      fits: true,
    });
    expect(config).toMatchObject({
      budget: { requests: budget, degrade: [] },
      sampling: { n: 3 },
      verification: { headDraws: 3, relationDraws: 3, tailDraws: 3, tail: true },
    });
  });
});

describe('a run that is degraded', () => {
  const LIMIT = ['--budget-requests', String(expectedRequests(3, 3) - 1), '--set', ORDER];

  it('does what a dry run said it would', async () => {
    const planned = await evaluate(...LIMIT, '--dry-run');
    const { degraded, requests } = JSON.parse((await evaluate(...LIMIT, '--dry-run', '-f', 'json')).stdout);
    expect(server.requests).toEqual([]);
    const outcome = await evaluate(...LIMIT, '--out', 'run');
    expect(outcome.status).toBe(0);
    expect((await manifestOf('run')).degraded).toEqual(degraded);
    expect(degraded.expected.after.requests).toBe(requests);
    expect(budgetLines(outcome).length).toBeGreaterThan(5);
    for (const line of budgetLines(outcome)) {
      expect(planned.stdout).toContain(`- ${line.replace('budget: ', '')}\n`);
    }
  });

  it('leaves a task that is off without a value, its weight with the others', async () => {
    const weights = 'scoring.weights={head: 0.4, relation: 0.2, tail: 0.2, consistency: 0.2, stated: 0}';
    const byParts = ['--set', weights, '--set', 'scoring.facts=parts'];
    const { stdout, stderr } = await evaluate(...LIMIT, ...byParts, '--format', 'json', '--trace');
    expect(stderr).toContain('budget: verification.tail true -> false\n');
    expect(stderr).toContain('budget: a task that is off has no value; its weight goes to the other parts');
    const { passages } = JSON.parse(stdout) as { passages: PassageVerdict[] };
    const triples = passages.flatMap((passage) => passage.triples);
    expect(triples).toHaveLength(12);
    for (const { score, components: c } of triples) {
      expect(c.tail).toEqual({ value: null, reason: 'disabled' });
      // the part that is off takes the standing of the others, of which C lies between -1 and 1
      const standing =
        0.4 * (c.head.value ?? 0) + 0.2 * (c.relation.value ?? 0) + 0.2 * (1 + (c.consistency.value ?? 0));
      if (c.head.value !== null && c.relation.value !== null)
        expect(score).toBeCloseTo(1.2 * standing - 0.2, 9);
    }
  });

  it('is shown in every report for people, and told once', async () => {
    const first = await evaluate(...LIMIT, '--out', 'run', '--format', 'markdown');
    expect(first.stdout).toContain('## Degraded to fit the budget\n\n- expected: ');
    expect(first.stdout).toContain('- sampling.n 10 -\\> 3\n');
    const again = await hallugraph('evaluate', '--resume', 'run');
    expect(again.stdout).toContain('Degraded to fit the budget\n');
    expect(again.stdout).toContain('  sampling.n 10 -> 3\n');
    expect(budgetLines(again)).toEqual([]);
    expect(budgetLines(await evaluate(...LIMIT, '--quiet'))).toEqual([]);
  });

  it('is taken up again as it was begun, not degraded a second time', async () => {
    const whole = await evaluate(...LIMIT, '--out', 'whole', '--format', 'json');
    let left = 30;
    handler = (request) => (left-- > 0 ? answers(request) : failure(401, { message: 'no' }));
    const stopped = await evaluate(...LIMIT, '-j', '1', '--out', 'run', '--format', 'json');
    expect(stopped.status).toBe(3);
    const before = await manifestOf('run');
    expect(before.summary.recorded).toBeLessThan(3);
    handler = answers;
    const resumed = await hallugraph('evaluate', '--resume', 'run', '--format', 'json');
    expect([resumed.status, budgetLines(resumed)]).toEqual([0, []]);
    const after = await manifestOf('run');
    expect([after.degraded, after.config]).toEqual([before.degraded, before.config]);
    const scores = ({ stdout }: Outcome) =>
      JSON.parse(stdout).passages.map(({ score }: PassageVerdict) => score);
    expect(scores(resumed)).toEqual(scores(whole));
  });

  it('stops at its budget where nothing was enough, having said so', async () => {
    const outcome = await evaluate(...words('--budget-requests 5 --set budget.degrade=[samples] --out run'));
    expect(outcome.status).toBe(1);
    const lines = budgetLines(outcome);
    expect(lines[1]).toBe('budget: sampling.n 10 -> 3');
    expect(lines.at(-1)).toMatch(/still over the budget, where the run will stop; --resume continues it/);
    expect(outcome.stderr.indexOf('still over')).toBeLessThan(outcome.stderr.indexOf('is used up'));
    expect(server.requests.length).toBeLessThanOrEqual(5);
    expect(await manifestOf('run')).toMatchObject({ status: 'budget', degraded: { fits: false } });
  });

  it('is refused a budget in dollars without a price, before anything is made', async () => {
    const outcome = await evaluate('--budget-usd', '1', '--set', 'budget.degrade=[samples]', '--out', 'run');
    expect([outcome.status, outcome.stderr]).toEqual([2, expect.stringContaining('price of gpt-4o-mini')]);
    await expect(manifestOf('run')).rejects.toThrow();
    expect(server.requests).toEqual([]);
  });
});

describe('other commands', () => {
  it('check takes fewer of the samples that passages bring', async () => {
    const samples = Array.from({ length: 12 }, () => brooke.samples[0]);
    await write([{ ...brooke.passage, samples, context: [brooke.passage.response] }]);
    const outcome = await hallugraph(
      ...['check', 'in.jsonl', '--preset', 'check', '--set', 'segmentation.extractor=llm', '--out', 'run'],
      ...['--budget-requests', '2', '--set', 'budget.degrade=[samples]'],
    );
    expect(outcome.status).toBe(0);
    expect(budgetLines(outcome)).toEqual([
      'budget: expected: 4 requests, over the budget of 2 requests',
      'budget: sampling.limit 12 -> 3',
      'budget: expected now: 2 requests',
    ]);
    expect(server.requests).toHaveLength(2);
    expect(outcome.stdout).toContain('Degraded to fit the budget');
  });

  const bench = (...args: string[]) =>
    hallugraph('bench', 'jsonl', '--data', 'in.jsonl', '--methods', 'selfcheck-prompt', ...args);

  it('bench counts the requests of the methods beside', async () => {
    const flags = ['--set', 'sampling.n=12', '--set', 'budget.degrade=[draws, samples]'];
    const all = JSON.parse(
      (await bench(...flags, '--budget-requests', '9999', '--dry-run', '-f', 'json')).stdout,
    );
    const [own, beside] = all.methods.map(({ requests }: { requests: number }) => requests);
    expect(beside).toBe(3 * 12); // one a sample
    const limit = ['--budget-requests', String(own + beside - 1)];
    const planned = (await bench(...flags, ...limit, '--dry-run')).stdout;
    expect(planned).toContain('- sampling.n 12 -> 6\n- draws left alone: less would save nothing here\n');
    const outcome = await bench(...flags, ...limit, '--out', 'run', '--format', 'json');
    expect(outcome.status).toBe(0);
    expect(server.requests.length).toBeLessThan(own + beside);
    const report = JSON.parse(outcome.stdout);
    expect(report.degraded).toEqual((await manifestOf('run')).degraded);
    expect(report.degraded).toMatchObject({
      idle: ['draws'],
      steps: [{ path: 'sampling.n', from: 12, to: 6 }],
    });
    for (const format of ['table', 'markdown', 'html']) {
      const { stdout } = await hallugraph('bench', '--resume', 'run', '--format', format);
      const text = format === 'html' ? pageText(stdout) : stdout;
      expect(text.replace(/\s+/g, ' ')).toMatch(
        /Degraded to fit the budget: expected: .*sampling\.n 12 -(>|\\>) 6;/,
      );
    }
  });

  it('correct says that it only stops', async () => {
    await write([{ ...brooke.passage, samples: brooke.samples }]);
    const { stderr } = await hallugraph(
      ...['correct', 'in.jsonl', '--budget-requests', '500', '--set', 'budget.degrade=[draws]'],
    );
    expect(stderr).toContain('note: budget.degrade is for evaluate, check, rhd and bench');
  });
});

describe('a dry run under a budget', () => {
  it.each<[string, string]>([
    ['9999', 'Budget: 9999 requests; the run is expected to fit.'],
    ['10', 'Budget: 10 requests; the run is expected to need more, and to stop there.'],
  ])('of %s requests says whether it will do', async (limit, words) => {
    expect((await evaluate('--dry-run', '--budget-requests', limit)).stdout).toContain(words);
  });

  it('counts what a run has spent', async () => {
    await evaluate('--out', 'run', '--limit', '2');
    const spent = (await manifestOf('run')).summary.usage.requests;
    const dry = (limit: number) =>
      hallugraph('evaluate', '--resume', 'run', '--dry-run', '--budget-requests', String(limit));
    expect((await dry(spent)).stdout).toContain('is expected to fit');
    expect((await dry(spent - 1)).stdout).toContain('is expected to need more');
  });

  it('says that a price is not known, and what batches cost', async () => {
    expect((await evaluate('--dry-run', '--budget-usd', '1')).stdout).toContain(
      'what the run costs is unknown',
    );
    expect((await evaluate('--dry-run', '--batch')).stdout).toContain(
      'OpenAI charges half of them by batch.',
    );
    expect((await evaluate('--dry-run', '--batch-dir', 'asked')).stdout).toContain(
      'The cost of answers by hand',
    );
  });
});

it.each<[string, string[]]>([
  ['a dry run and a recording', ['--dry-run', '--record', 'calls']],
  ['a dry run and a replay', ['--dry-run', '--replay', 'calls']],
  ['a dry run by batches of both kinds', ['--dry-run', '--batch', '--batch-dir', 'asked']],
  ['a dry run by batches that no service is asked by', ['--dry-run', '--batch', '--preset', 'local']],
  ['a recording and a replay', ['--record', 'calls', '--replay', 'calls']],
  ['a replay and a budget', ['--replay', 'calls', '--budget-usd', '1']],
  ['a recording of nobody', ['--preset', 'local', '--record', 'calls']],
  ['a replay of nobody', ['--preset', 'local', '--replay', 'calls']],
  ['all facts and the first few', ['--all', '--top', '3']],
])('refuses %s', async (_, flags) => {
  const { status, stdout, stderr } = await evaluate(...flags);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^error: /);
});

it.each<[string, string[]]>([
  ['the tables of bench and a rule on labels', ['rescore', 'run', '--bench', '--fail-on', 'hallucinated']],
  ['settings of a run to be resumed', ['rhd', '--resume', 'run', '--ask']],
])('refuses %s', async (_, args) => {
  const { status, stderr } = await hallugraph(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be used with option')]);
});

it('refuses a form of input that a run to be resumed has settled', async () => {
  await hallugraph('evaluate', 'in.jsonl', '--preset', 'local', '--out', 'run');
  const { status, stderr } = await hallugraph('evaluate', '--resume', 'run', '--dataset', 'phd');
  expect([status, stderr]).toEqual([2, expect.stringContaining("cannot be used with option '--resume")]);
});
