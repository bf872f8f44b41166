/** What services say of their use, and runs that are killed: nothing is spent unseen, and every run opens. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { brooke } from '../support/brooke.ts';
import { completion, type OpenAiServer } from '../support/openai-server.ts';
import { startProgram } from '../support/program.ts';
import { simulate } from '../support/simulated-model.ts';
import { jsonIn, linesIn, temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { run, words } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const CONFIG = `
models: { generator: { model: test, maxConcurrency: 2 } }
prices: { test: { input: 1000, output: 1000 } }
cache: { enabled: false }
sampling: { n: 2 }
encoder: { kind: identity }
verification: { headDraws: 1, relationDraws: 1, tailDraws: 1 }
`;

async function workplace(server: OpenAiServer, passages = 2): Promise<string> {
  const lines = Array.from({ length: passages }, (_, index) => ({ ...brooke.passage, id: `p${index}` }));
  return temporaryFolder({
    'in.jsonl': lines,
    '.env': server.dotenv,
    'hallugraph.config.yaml': CONFIG,
  });
}

/** Answers as `brooke` has them, with another usage. */
function serviceSaying(usage: unknown): Promise<OpenAiServer> {
  const answer = simulate(brooke.model);
  return serveOpenAi({
    async handler(request) {
      const texts = [await answer(request)].flat();
      const { body } = completion(request, texts as string[]);
      return { body: { ...(body as object), usage } };
    },
  });
}

const manifestOf = (cwd: string) => jsonIn(cwd, 'run/run.json');
const evaluate = (cwd: string, ...args: string[]) =>
  run(['evaluate', ...args], { cwd, createDetector, env: { HALLUGRAPH_CACHE: cwd } });

describe('a service that sends counts nobody can mean', () => {
  it.each([
    { prompt_tokens: -10_000_000, completion_tokens: -1 },
    { prompt_tokens: '0x00', completion_tokens: '0x00' },
  ])('%j is estimated, and the run opens', async (usage) => {
    const server = await serviceSaying(usage);
    const cwd = await workplace(server);
    const { stderr, status } = await evaluate(cwd, 'in.jsonl', '--out', 'run');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^\d+ requests, about \d+ tokens, about \$\d+\.\d{4}\n/);
    const { summary } = await manifestOf(cwd);
    expect(summary.usage).toMatchObject({ requests: server.requests.length, estimated: true });
    expect(summary.usage.inputTokens).toBeGreaterThan(server.requests.length);
    const shown = await run('status run', { cwd });
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    expect(shown.stdout).toMatch(/about \d+ tokens, about \$/);
  });
});

describe('a run that holds impossible counts', () => {
  it('is opened by every command', async () => {
    const server = await serviceSaying({ prompt_tokens: 10, completion_tokens: 10 });
    const cwd = await workplace(server);
    await evaluate(cwd, 'in.jsonl', '--out', 'run');
    const bad = { requests: 3, inputTokens: '-10000000x00', outputTokens: -5 };
    const manifest = await manifestOf(cwd);
    Object.assign(manifest.summary, { usage: bad, usd: -3, byPurpose: { extract: { ...bad, usd: '0x00' } } });
    Object.assign(manifest, { spent: { requests: -4, tokens: 'many', usd: -3 } });
    await writeFiles(cwd, { 'run/run.json': JSON.stringify(manifest) });
    const records = await linesIn(cwd, 'run/records.jsonl');
    await writeFiles(cwd, { 'run/records.jsonl': records.map((record) => ({ ...record, usage: bad })) });
    for (const line of [
      'status run',
      'report run --html run.html',
      'rescore run --out again',
      'evaluate --resume run',
    ]) {
      const { status, stderr } = await run(line, { cwd, createDetector });
      expect({ line, status, stderr: stderr.includes('error') }).toEqual({ line, status: 0, stderr: false });
    }
    expect((await manifestOf(cwd)).summary.usage).toEqual({
      ...{ requests: 6, inputTokens: 0, outputTokens: 0, estimated: true },
    });
  });
});

describe('a budget', () => {
  it('ends a run whose service sends no usage', async () => {
    const server = await serviceSaying(undefined);
    const cwd = await workplace(server, 8);
    const { status, stderr } = await evaluate(cwd, 'in.jsonl', '--out', 'run', '--budget-usd', '5');
    expect(status).toBe(1);
    expect(stderr).toContain('the budget of $5.0000 is used up');
    expect(stderr).toContain('about $');
    const { spent } = await manifestOf(cwd);
    expect(spent).toMatchObject({ usd: expect.closeTo(5, -1), estimated: true });
  });

  it('counts the requests that were on their way when the run was killed', { timeout: 60_000 }, async () => {
    const silent = await serveOpenAi({ handler: () => ({ delay: 3_600_000 }) });
    const cwd = await workplace(silent);
    const args = words('evaluate in.jsonl --out run --budget-requests 1');
    const { child, ended } = startProgram(args, { cwd, env: { HALLUGRAPH_CACHE: cwd } });
    while (silent.requests.length < 1 && child.exitCode === null) await sleep(5);
    child.kill('SIGKILL');
    await ended;
    const asked = silent.requests.length;
    expect(asked).toBe(1);
    const { stdout } = await run('status run --json', { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ state: 'killed', spent: { requests: 1 } });
    const { status, stderr } = await evaluate(cwd, '--resume', 'run');
    expect({ status, asked: silent.requests.length }).toEqual({ status: 1, asked });
    expect(stderr).toContain('the budget of 1 request is used up: 1 request spent');
  });
});
