/** `bench` with other methods beside: run, interrupted, resumed and printed from records, against a test service. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageText } from '../support/page-data.ts';
import { BASELINES } from '../../src/benchmark/baselines/baseline-registry.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { typicalChat } from '../../src/detector/estimate/typical-chat.ts';
import { tokenCounterFor } from '../../src/models/budget/token-count.ts';
import { brooke } from '../support/brooke.ts';
import { failure, type Handler, type OpenAiServer } from '../support/openai-server.ts';
import { startProgram } from '../support/program.ts';
import { answering } from '../support/schema-answers.ts';
import { simulate } from '../support/simulated-model.ts';
import { rewrite, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { type Outcome, refusal, run, succeeded, words } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { parsedLines } from '../support/json-lines.ts';

const RIGHT = 'Rupert Brooke was an English poet. He was born in Rugby in 1887. He died in 1915.';
const PASSAGES = [
  { ...brooke.passage, id: 'wrong', samples: brooke.samples, label: 'non-factual' },
  { ...brooke.passage, id: 'right', response: RIGHT, samples: brooke.samples, label: 'factual' },
  { ...brooke.passage, id: 'bare', samples: [], response: RIGHT, label: 'factual' },
  { ...brooke.passage, id: 'unlabelled', samples: brooke.samples },
];
const LLM_METHODS = ['selfcheck-prompt', 'semantic-entropy'];
const ASKING = ['--preset', 'local', '--set', 'sampling={ask: true, n: 2}', '-j', '1'];
const answers = answering(simulate(brooke.model));

let server: OpenAiServer;
let handler: Handler;
let cwd: string;
beforeEach(async () => {
  handler = answers;
  server = await serveOpenAi({ handler: (request) => handler(request) });
  cwd = await temporaryFolder({
    '.env': `${server.dotenv}HALLUGRAPH_CACHE__ENABLED=false\n`,
    'in.jsonl': PASSAGES,
  });
});

const hallugraph = (...args: string[]): Promise<Outcome> => run(args, { cwd, createDetector });
const bench = (...args: string[]) => hallugraph('bench', 'jsonl', '--data', 'in.jsonl', ...args);
const read = (file: string) => textIn(cwd, file);
const recordsOf = async (runFolder: string, method: string) =>
  parsedLines(await read(`${runFolder}/methods/${method}.jsonl`));

describe('bench --methods', () => {
  it('runs what the configuration can on the same samples, and says what it cannot', async () => {
    const { stdout } = await succeeded(
      bench(...ASKING, '--methods', 'all', '--out', 'r', '--format', 'json'),
    );
    const report = JSON.parse(stdout);
    const names = Object.keys(report.methods);
    expect(names[0]).toBe('hallugraph');
    expect(names).toEqual(
      expect.arrayContaining(['selfcheck-unigram-max', ...LLM_METHODS, 'rv-qg', 'allPositive']),
    );
    expect(report.n).toBe(3);
    expect(report.unlabelled).toBe(1);
    expect(report.absent.map(({ method }: { method: string }) => method)).toEqual([
      // run, without a score
      'rv-qg',
      'rv-em',
      // not run
      'selfcheck-bertscore',
      'selfcheck-nli',
      'nli-context',
      'token-mean-probability',
      'token-min-probability',
      'token-mean-entropy',
      'token-max-entropy',
    ]);
    const files = (await readdir(path.join(cwd, 'r', 'methods'))).map((name) => name.replace('.jsonl', ''));
    expect(names).toEqual(expect.arrayContaining(files));
    // samples drawn by the detector serve the others too; passages without a label are not asked about
    const ids = (await recordsOf('r', 'selfcheck-prompt')).map(({ id }) => id);
    expect(ids).toEqual(['wrong', 'right', 'bare']);
    const asked = server.chatBodies().length;
    const counted = Object.values<{ usage: { requests: number } | null }>(report.methods);
    const drawn = counted.reduce((sum, { usage }) => sum + (usage?.requests ?? 0), 0);
    expect(drawn).toBe(asked);
  });

  it('refuses unknown methods and those that cannot run, before anything is written', async () => {
    expect(await refusal(bench(...ASKING, '--methods', 'selfcheck-ngram', '--out', 'r'))).toContain(
      'semantic-entropy',
    );
    expect(
      await refusal(bench('--preset', 'local', '--methods', 'semantic-entropy', '--out', 'r')),
    ).toContain('sampling.ask');
    expect(await readdir(cwd)).not.toContain('r');
    expect(server.requests).toEqual([]);
  });

  it('goes on where a failing service stopped it, without asking again', async () => {
    const methods = ['--methods', LLM_METHODS.join(',')];
    const whole = await bench(...ASKING, ...methods, '--out', 'whole', '-f', 'json');
    const inAll = server.requests.length;
    server.requests.length = 0;
    handler = (request) =>
      isAbout(request, 'selfcheck-prompt') && judged() > 1 ? failure(401) : answers(request);
    const judged = () => server.requests.filter((request) => isAbout(request, 'selfcheck-prompt')).length;
    const failed = await bench(...ASKING, ...methods, '--out', 'r');
    expect(failed.status).toBe(3);
    expect(failed.stderr).toMatch(
      /Stopped after \d of 3 passages of selfcheck-prompt; continue with\n {2}hallugraph bench --resume r/,
    );
    expect(JSON.parse(await read('r/run.json')).status).toBe('failed');

    handler = answers;
    const kept = await read('r/records.jsonl');
    server.requests.length = 0;
    const resumed = await hallugraph('bench', '--resume', 'r', '-j', '1', '-f', 'json');
    expect(resumed).toMatchObject({ status: 0, stdout: whole.stdout });
    expect(await read('r/records.jsonl')).toBe(kept);
    for (const method of LLM_METHODS) {
      expect(await read(`r/methods/${method}.jsonl`)).toBe(await read(`whole/methods/${method}.jsonl`));
    }
    expect(server.requests.length).toBeLessThan(inAll);
  });

  it('keeps to a budget over all methods, however often the run is taken up', async () => {
    const methods = ['--methods', LLM_METHODS.join(',')];
    await bench(...ASKING, ...methods, '--out', 'whole');
    const limit = server.requests.length - 1;
    server.requests.length = 0;
    const stopped = await bench(...ASKING, ...methods, '--budget-requests', String(limit), '--out', 'run');
    expect(stopped.status).toBe(1);
    await hallugraph('bench', '--resume', 'run', '-j', '1');
    expect((await hallugraph('bench', '--resume', 'run', '-j', '1')).status).toBe(1);
    expect(server.requests.length).toBeLessThanOrEqual(limit);
    const raised = ['--budget-requests', String(2 * limit)];
    await succeeded(hallugraph('bench', '--resume', 'run', ...raised));
  });

  it('prints a finished run again, with further methods and tables, asking only for what is missing', async () => {
    await bench(...ASKING, '--methods', 'selfcheck-prompt', '--out', 'r', '-q');
    server.requests.length = 0;
    await writeFiles(cwd, { '.env': '' });
    const again = await succeeded(
      hallugraph(...words('bench --resume r -f json --methods selfcheck-unigram-avg')),
    );
    expect(Object.keys(JSON.parse(again.stdout).methods)).toEqual(
      expect.arrayContaining(['hallugraph', 'selfcheck-prompt', 'selfcheck-unigram-avg']),
    );
    expect(server.requests).toEqual([]);
    const markdown = await hallugraph('bench', '--resume', 'r', '-f', 'markdown');
    expect(markdown.stdout).toContain('| selfcheck-unigram-avg');
    const crossed = await hallugraph(...words('bench --resume r -f json --threshold cross-validated:f1'));
    expect(JSON.parse(crossed.stdout).methods['selfcheck-prompt'].levels.passage.thresholdRule).toBe(
      'cross-validated',
    );
    const page = await hallugraph('bench', '--resume', 'r', '-f', 'html');
    expect(page.stdout).toMatch(/^<!doctype html>/i);
    expect(pageText(page.stdout)).toContain('selfcheck-prompt');
  });

  it('takes recorded scores into the same table', async () => {
    const scores = PASSAGES.map(({ id }, score) => ({ method: 'elsewhere', id, score }));
    await writeFiles(cwd, { 'scores.jsonl': scores });
    const { stdout } = await bench(...words('--preset local --scores scores.jsonl --out r -f json'));
    expect(JSON.parse(stdout).methods.elsewhere).toMatchObject({ origin: 'recorded' });
    const resumed = await hallugraph('bench', '--resume', 'r', '-f', 'json');
    expect(resumed.stdout).toBe(stdout);
    const missing = await refusal(bench('--preset', 'local', '--scores', 'none.jsonl', '--out', 's'));
    expect(missing).toContain('none.jsonl');
  });

  it.each([
    ['of hallugraph itself', ['hallugraph'], []],
    ['of the trivial row', ['allPositive'], []],
    ['of a method that runs', ['selfcheck-unigram-max'], ['--methods', 'selfcheck-unigram-max']],
    ['of an ablation', ['−RVF'], ['--ablate']],
    ['of a part', ['support'], ['--ablate']],
  ])('refuses scores under the name %s, and leaves the run as it was', async (_, [method], flags) => {
    await bench('--preset', 'local', '--out', 'r', '-q');
    const before = await textIn(cwd, 'r/run.json');
    await writeFiles(cwd, { 'scores.jsonl': [{ method, id: PASSAGES[0]?.id, score: 1 }] });
    const resume = ['bench', '--resume', 'r', '--scores', 'scores.jsonl'];
    expect(await refusal(hallugraph(...resume, ...flags))).toContain(`"${method}"`);
    expect(await textIn(cwd, 'r/run.json')).toBe(before);
  });

  it('refuses scores that are not UTF-8', async () => {
    await writeFiles(cwd, { 'latin.jsonl': Buffer.from('{"method":"m","id":"\xe9","score":1}', 'latin1') });
    const refused = await refusal(bench('--preset', 'local', '--scores', 'latin.jsonl', '--out', 'r'));
    expect(refused).toContain('latin.jsonl: not UTF-8');
  });

  it.each([
    ['own:1', ['--threshold', 'own:1']],
    ['luck', ['--threshold', 'luck']],
  ])('refuses the threshold %s in one line, before anything is written', async (text, flags) => {
    expect(await refusal(bench('--preset', 'local', '--out', 'r', ...flags))).toMatch(
      new RegExp(`^error: threshold "${text}": expected own, .*\\n$`),
    );
    expect(existsSync(path.join(cwd, 'r'))).toBe(false);
  });

  it.each([
    ['"threshold": "own"', '"threshold": "luck"', 'threshold "luck"'],
    ['"format": "jsonl"', '"format": "constructor"', 'unknown format constructor'],
  ])('says what is wrong with a run whose %s became %s', async (before, after, words) => {
    await bench('--preset', 'local', '--out', 'r', '-q');
    await rewrite(cwd, 'r/run.json', (text) => text.replace(before, after));
    expect(await refusal(hallugraph('bench', '--resume', 'r'))).toContain(words);
  });

  it('does not take up a run of another data set', async () => {
    await bench('--preset', 'local', '--out', 'r', '-q');
    expect(await refusal(hallugraph('bench', 'phd', '--resume', 'r'))).toBe(
      'error: r is a run of jsonl, not of phd\n',
    );
    await succeeded(hallugraph('bench', 'jsonl', '--resume', 'r'));
  });

  it('shows the recorded methods under another scoring too', async () => {
    await bench('--preset', 'local', '--methods', 'selfcheck-unigram-max', '--out', 'r', '-q');
    const set = ['--set', 'scoring.threshold.passage=2'];
    const { stdout } = await hallugraph('rescore', 'r', '--bench', '-f', 'json', ...set);
    const { methods } = JSON.parse(stdout);
    expect(methods.hallugraph.levels.passage.metrics.recall).toBe(1);
    expect(methods['selfcheck-unigram-max']).toMatchObject({ origin: 'baseline' });
    await hallugraph('rescore', 'r', '--out', 'copy');
    const copy = JSON.parse((await hallugraph('rescore', 'copy', '--bench', '-f', 'json')).stdout);
    expect(copy.methods['selfcheck-unigram-max']).toBeUndefined();
    expect(copy.absent).toEqual([
      { method: 'selfcheck-unigram-max', reason: expect.stringContaining('no records') },
    ]);
  });
});

const isAbout = (request: Parameters<Handler>[0], prompt: string): boolean =>
  request.body?.response_format?.json_schema?.name === prompt;

describe('bench --ablate', () => {
  it('gives the rows that rescoring by hand gives, asking nothing more', async () => {
    const local = ['--preset', 'local'];
    const { stdout } = await bench(...local, '--ablate', '--out', 'r', '-f', 'json');
    const { methods, neighbours, absent } = JSON.parse(stdout);
    expect(server.requests).toEqual([]);
    const set = ['--set', 'scoring.weights.numbers=0'];
    const byHand = JSON.parse((await hallugraph('rescore', 'r', '--bench', '-f', 'json', ...set)).stdout);
    expect(methods['−numbers'].levels.passage.metrics.rocAuc).toBe(
      byHand.methods.hallugraph.levels.passage.metrics.rocAuc,
    );
    expect(methods.numbers).toMatchObject({ origin: 'part' });
    expect(methods['C (no graph)']).toMatchObject({ origin: 'part' });
    expect(neighbours.map(({ encoder }: { encoder: string }) => encoder)).toEqual([
      'with RGCN',
      'with GCN',
      'without RGCN',
    ]);
    expect(absent.some(({ method }: { method: string }) => method.includes('−Graph'))).toBe(true);
  });

  it('of a run recorded without says so', async () => {
    const weights = ['--set', 'scoring.weights.consistency=0.5'];
    await bench('--preset', 'local', ...weights, '--out', 'r', '-q');
    const { stdout } = await hallugraph('bench', '--resume', 'r', '--ablate', '-f', 'json');
    const { methods, absent, neighbours } = JSON.parse(stdout);
    expect(methods['−GCCC']).toBeDefined();
    expect(methods['−Graph']).toBeUndefined();
    expect(absent).toContainEqual({ method: '−Graph', reason: expect.stringContaining('--ablate') });
    expect(neighbours).toEqual([]);
  });

  it('draws the nodes of a few graphs in the page', async () => {
    await bench('--preset', 'local', '--out', 'r', '-q');
    const plain = await hallugraph('bench', '--resume', 'r', '-f', 'html');
    const figures = await hallugraph('bench', '--resume', 'r', '-f', 'html', '--figures');
    expect(figures.stderr).toContain('embedded again');
    expect(pageText(figures.stdout)).toContain('"kind":"nodes"');
    expect(pageText(plain.stdout)).not.toContain('"kind":"nodes"');
    await refusal(hallugraph('bench', '--resume', 'r', '--figures'));
  });
});

describe('bench --dry-run', () => {
  it('says what would be asked, asks nothing and writes nothing', async () => {
    const { stdout } = await succeeded(bench(...ASKING, ...words('--methods all --dry-run -f json --out r')));
    const plan = JSON.parse(stdout);
    // three passages bring 3 samples each; for the fourth, one request draws 2
    expect(plan).toMatchObject({ passages: 4, labelled: 3, samples: { given: 9, toDraw: 2 } });
    expect(plan.methods[0]).toMatchObject({ method: 'hallugraph', passages: 4, requests: 1 });
    const prompt = plan.methods.find(({ method }: { method: string }) => method === 'selfcheck-prompt');
    expect(prompt.requests).toBeGreaterThan(0);
    expect(plan.absent.map(({ method }: { method: string }) => method)).toContain('selfcheck-nli');
    expect(server.requests).toEqual([]);
    expect((await readdir(cwd)).sort()).toEqual(['.env', 'in.jsonl']);
    expect((await bench('--preset', 'local', '--dry-run')).stdout).toContain('| hallugraph');
  });

  it('bounds what every method then asks, the detector with a model too', async () => {
    const flags = ['--preset', 'default', '--methods', 'all', '-f', 'json'];
    const plan = JSON.parse((await bench(...flags, '--dry-run')).stdout);
    const { methods } = JSON.parse((await bench(...flags, '--out', 'r', '-q')).stdout);
    for (const { method, requests } of plan.methods) {
      const asked = methods[method].usage?.requests ?? 0;
      expect([method, asked <= requests]).toEqual([method, true]);
    }
  });

  it('counts what every method then asks of a model whose answers have the length it reckons with', async () => {
    const passages = PASSAGES.slice(0, 2);
    await writeFiles(cwd, { 'in.jsonl': passages });
    const { count } = await tokenCounterFor('gpt-4o');
    const chat = typicalChat(resolveConfig().models.generator, { passages, count, onCall: () => {} });
    handler = async ({ path: place, body }) => {
      if (place !== '/chat/completions') return undefined;
      const { messages, response_format: format, n = 1 } = body;
      const { name: purpose, ...schema } = format.json_schema;
      const { choices } = await chat.complete({ messages, n, purpose, schema: { name: purpose, ...schema } });
      return choices.map(({ text }) => text);
    };
    const asking = BASELINES.filter(({ needs }) => needs.includes('chat')).map(({ id }) => id);
    const flags = [...ASKING, '--methods', asking.join(), '-f', 'json'];
    const plan = JSON.parse((await bench(...flags, '--dry-run')).stdout);
    server.requests.length = 0;
    const { methods } = JSON.parse((await bench(...flags, '--out', 'r', '-q')).stdout);
    const planned = Object.fromEntries(
      plan.methods.slice(1).map((row: { method: string; requests: number }) => [row.method, row.requests]),
    );
    expect(Object.keys(planned)).toEqual(asking);
    expect(
      Object.fromEntries(asking.map((method) => [method, methods[method].usage?.requests ?? 0])),
    ).toEqual(planned);
    expect(server.requests.length).toBe(plan.total.requests);
  });

  it('of a run counts only what is missing, and bounds what it then asks', async () => {
    await bench(...ASKING, '--methods', 'selfcheck-prompt', '--out', 'r', '-q');
    const flags = ['--resume', 'r', '--methods', 'semantic-entropy'];
    const { stdout } = await hallugraph('bench', ...flags, '--dry-run', '-f', 'json');
    const [own, prompt, entropy] = JSON.parse(stdout).methods;
    expect([own.requests, prompt.requests]).toEqual([0, 0]);
    server.requests.length = 0;
    await hallugraph('bench', ...flags, '-q');
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.length).toBeLessThanOrEqual(entropy.requests);
  });
});

it.each([
  ['--threshold', 'median'],
  ['--threshold', 'mean-variance:x'],
  ['--threshold', 'cross-validated:rocAuc'],
])('refuses %s %s', async (...flags) => {
  await refusal(bench('--preset', 'local', ...flags));
});

describe('a benchmark killed in the middle of a baseline', () => {
  it('repeats no request of what it had recorded', async () => {
    const flags = ['bench', 'jsonl', '--data', 'in.jsonl', ...ASKING, '--methods', LLM_METHODS.join(',')];
    await hallugraph(...flags, '--out', 'whole', '-q');
    const inAll = server.requests.length;

    // the second passage of the first method never gets its answer
    const [first] = await recordsOf('whole', 'selfcheck-prompt');
    let asked = 0;
    let hangs = false;
    handler = (request) => {
      if (isAbout(request, 'selfcheck-prompt')) asked += 1;
      hangs ||= asked > first.usage.requests;
      return hangs ? { drop: 'never', delay: 2 ** 30 } : answers(request);
    };
    server.requests.length = 0;
    const { child, ended } = startProgram([...flags, '--out', 'r'], { cwd });
    while (!hangs) await sleep(20);
    const answered = server.requests.length - (asked - first.usage.requests);
    child.kill('SIGKILL');
    await ended;

    handler = answers;
    server.requests.length = 0;
    await succeeded(hallugraph('bench', '--resume', 'r', '-j', '1', '-q'));
    expect(server.requests.length).toBe(inAll - answered);
    for (const method of LLM_METHODS) {
      expect(await read(`r/methods/${method}.jsonl`)).toBe(await read(`whole/methods/${method}.jsonl`));
    }
    expect(await read('r/records.jsonl')).toBe(await read('whole/records.jsonl'));
  });
});
