/** What the command line does about model calls: the cache, recordings, budgets; over HTTP. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { brooke } from '../support/brooke.ts';
import { failure, type Handler, type OpenAiServer } from '../support/openai-server.ts';
import { simulate } from '../support/simulated-model.ts';
import { jsonIn, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { type Outcome, passagesOf, refusal, run, succeeded } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const KEY = 'sk-calls-never-shown';

const answer = simulate(brooke.model);
let handler: Handler;
let server: OpenAiServer;
let cwd: string;
let env: Record<string, string>;
beforeEach(async () => {
  handler = answer;
  server = await serveOpenAi({ handler: (request) => handler(request) });
  const passages = ['a', 'b', 'c'].map((id) => ({ ...brooke.passage, id }));
  cwd = await temporaryFolder({ 'in.jsonl': passages });
  env = {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: server.url,
    HALLUGRAPH_CACHE: path.join(cwd, 'cache'),
  };
});

const SETTINGS = [
  ...['--preset', 'gca'],
  ...['--set', 'sampling.n=3', '--set', 'verification.headDraws=2'],
  ...['--set', 'verification.relationDraws=2', '--set', 'verification.tailDraws=2', '-j', '1'],
];
const evaluate = (...args: string[]): Promise<Outcome> =>
  run(['evaluate', '--format', 'json', ...args], { cwd, env, createDetector });
const begin = (...args: string[]) => evaluate('in.jsonl', ...SETTINGS, ...args);
const runOf = (folder: string) => jsonIn(cwd, `${folder}/run.json`);

describe('the cache of answers', () => {
  it('asks nothing twice, and says how much it answered', async () => {
    const first = await succeeded(begin('--out', 'first'));
    expect(server.requests.length).toBeGreaterThan(10);
    const { waited, summary } = await runOf('first');
    expect(Object.keys(waited)).toEqual(Object.keys(summary.byPurpose));
    expect(Object.values(waited).every((seconds) => (seconds as number) >= 0)).toBe(true);
    server.requests.length = 0;
    const second = await begin('--out', 'second');
    expect(server.requests).toEqual([]);
    expect(passagesOf(second)).toEqual(passagesOf(first));
    expect(second.stderr).toMatch(
      /^0 requests, 0 tokens.*; \d+ answers from the cache, all that there are: --no-cache asks anew\nRun saved in second\n$/,
    );
    expect(await runOf('second')).not.toHaveProperty('waited');
  });

  it('is left alone with --no-cache', async () => {
    await begin('--no-cache', '--out', 'first');
    const asked = server.requests.length;
    await begin('--no-cache', '--out', 'second');
    expect(server.requests.length).toBe(2 * asked);
    expect(await readdir(cwd)).not.toContain('cache');
  });
});

describe('a recording', () => {
  it('gives an equal run without key and service', async () => {
    const priced = ['--set', 'prices.gpt-4o-mini={input: 1, output: 1}'];
    const recorded = await succeeded(
      begin('--record', 'calls.jsonl', '--no-cache', '--out', 'first', ...priced),
    );
    expect(recorded.stderr).toContain('$');
    const cassette = await textIn(cwd, 'calls.jsonl');
    expect(cassette).not.toContain(KEY);
    // the address stays, since prices depend on it; nobody is there any more
    await server.close();
    env = { OPENAI_BASE_URL: server.url, HALLUGRAPH_CACHE: path.join(cwd, 'other') };
    const replayed = await succeeded(begin('--replay', 'calls.jsonl', '--out', 'second', ...priced));
    expect(replayed.stderr).toMatch(/^\d+ requests, \d+ tokens in the recording\n/);
    expect(replayed.stderr).not.toContain('$');
    expect(await runOf('first')).not.toHaveProperty('replayed');
    expect(await runOf('second')).toMatchObject({ replayed: true });
    const records = (folder: string) => textIn(cwd, `${folder}/records.jsonl`);
    expect(await records('second')).toBe(await records('first'));
  });

  it('names the prompt it does not hold', async () => {
    await begin('--record', 'calls.jsonl', '--out', 'first');
    const other = { ...brooke.passage, response: 'Rupert Brooke was an English poet.' };
    await writeFiles(cwd, { 'in.jsonl': [other] });
    const stderr = await refusal(begin('--replay', 'calls.jsonl', '--out', 'second'));
    expect(stderr).toContain('the recording has no answer to a request for "sample"');
    expect(stderr).not.toContain('--resume');
    await refusal(evaluate('in.jsonl', '--record', 'x', '--replay', 'y'));
  });
});

describe('a budget', () => {
  it('ends a run before it is exceeded; a larger one lets it go on', async () => {
    const whole = await begin('--no-cache', '--out', 'whole');
    const asked = server.requests.length;
    server.requests.length = 0;
    const limit = Math.floor(asked / 2);
    const stopped = await begin('--budget-requests', String(limit), '--out', 'run');
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain(`the budget of ${limit} requests is used up`);
    expect(stopped.stderr).toContain('hallugraph evaluate --resume run');
    expect(server.requests.length).toBeLessThanOrEqual(limit);
    const { status, summary } = await runOf('run');
    expect({ status, passages: summary.passages }).toEqual({ status: 'budget', passages: 3 });
    expect(summary.recorded).toBeLessThan(3);
    const { run, passages } = JSON.parse(stopped.stdout);
    expect(passages).toHaveLength(summary.recorded);
    const left = ['a', 'b', 'c'].slice(summary.recorded);
    expect(run.unfinished).toEqual({ reason: 'budget', passages: left });

    const resumed = await succeeded(evaluate('--resume', 'run', '--budget-requests', String(2 * asked)));
    expect(server.requests.length).toBeLessThanOrEqual(asked);
    expect(passagesOf(resumed)).toEqual(passagesOf(whole));
    expect(JSON.parse(resumed.stdout).run.unfinished).toBeUndefined();
  });

  it('is spent on one passage after the other, so that those it can pay are finished', async () => {
    await begin('--no-cache', '--out', 'whole');
    const limit = Math.ceil((server.requests.length * 2) / 3);
    server.requests.length = 0;
    const stopped = await begin('--no-cache', '-j', '3', '--budget-requests', String(limit), '--out', 'run');
    expect(stopped.status).toBe(1);
    expect(passagesOf(stopped)).toHaveLength(2);
    expect(server.requests.length).toBeLessThanOrEqual(limit);
  });

  it('counts the requests for a passage that was left unfinished, too, however often the run is taken up', async () => {
    await begin('--no-cache', '--out', 'whole');
    const limit = Math.floor(server.requests.length / 2);
    server.requests.length = 0;
    await begin('--no-cache', '--budget-requests', String(limit), '--out', 'run');
    const sent = server.requests.length;
    const { summary, spent } = await runOf('run');
    expect(summary.usage.requests).toBeLessThan(sent);
    expect(spent.requests).toBe(sent);

    const resumed = await evaluate('--resume', 'run', '-j', '1');
    expect([resumed.status, server.requests.length]).toEqual([1, limit]);
    const dry = await evaluate('--resume', 'run', '--dry-run');
    expect(JSON.parse(dry.stdout).requests).toBeGreaterThan(0);
    const finished = await evaluate('--resume', 'run', '-j', '1', '--budget-requests', '9999');
    expect([finished.status, (await runOf('run')).spent.requests]).toEqual([0, server.requests.length]);
  });

  it('in dollars needs a price, and counts with it', async () => {
    expect(await refusal(begin('--budget-usd', '1', '--out', 'unknown'))).toContain('prices.');
    const price = ['--set', 'prices={gpt-4o-mini: {input: 1, output: 2}}'];
    const stopped = await begin(...price, '--budget-usd', '0.000001', '--out', 'run');
    expect(stopped.status).toBe(1);
    expect(server.requests).toEqual([]);
    const paid = await begin(...price, '--out', 'paid');
    expect(paid.stderr).toMatch(/^\d+ requests, \d+ tokens, \$0\.\d{4}[;\n]/);
    const { summary } = await runOf('paid');
    const { inputTokens, outputTokens } = summary.usage;
    expect(summary.usd).toBeCloseTo((inputTokens + 2 * outputTokens) / 1e6, 9);
  });
});

describe('--fail-on-error', () => {
  it('decides how many passages may fail', async () => {
    handler = (request) =>
      JSON.stringify(request.body).includes('BROKEN') ? failure(400, { message: 'no' }) : answer(request);
    const broken = { ...brooke.passage, id: 'b', response: 'BROKEN is wrong.' };
    await writeFiles(cwd, { 'in.jsonl': [brooke.passage, broken] });
    await succeeded(begin('--out', 'first'));
    await succeeded(begin('--out', 'second', '--fail-on-error', '50%'));
    const { status, stderr } = await begin('--out', 'third', '--fail-on-error', '0.4');
    expect(status).toBe(3);
    expect(stderr).toContain('1 of 2 passages could not be evaluated');
    await refusal(begin('--out', 'fourth', '--fail-on-error', '200%'));
  });
});

describe('a prompt alone', () => {
  const ask = (...args: string[]) =>
    evaluate('--prompt', brooke.passage.prompt, '--set', 'sampling.ask=true', ...SETTINGS, ...args);

  it.each([
    ['table', /^\n {2}The answer:\n\n {2}\S/],
    ['markdown', /^## The answer\n\n> \S/],
  ])('shows the answer that was asked for, as %s', async (format, begins) => {
    const { stdout } = await succeeded(ask('--format', format, '--out', 'r'));
    expect(stdout).toMatch(begins);
    const again = await evaluate('--resume', 'r', '--format', format);
    expect(again.stdout).toBe(stdout);
  });

  it('shows none where the user gave it', async () => {
    expect((await ask('--response', brooke.passage.response as string)).stdout).not.toContain('The answer');
  });
});

it('--model and --base-url are the model under evaluation and its address', async () => {
  const { url } = server;
  env = { OPENAI_API_KEY: KEY, HALLUGRAPH_CACHE: path.join(cwd, 'cache') };
  await succeeded(begin('--model', 'own-model', '--base-url', url, '-n', '1', '--out', 'r'));
  expect((await runOf('r')).config.models.generator).toMatchObject({ model: 'own-model', baseUrl: url });
  expect(server.requests.length).toBeGreaterThan(0);
  const resumed = await evaluate('--resume', 'r', '--model', 'other');
  expect(resumed.stderr).toContain("cannot be used with option '--model");
});
