/** `hallugraph rhd` and `hallugraph sek`, with the detector itself and a service on this machine. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import {
  failure,
  type Handler,
  recordedTokens,
  type ScriptedToken,
  withTokens,
} from '../support/openai-server.ts';
import { jsonIn, temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { parsedLines } from '../support/json-lines.ts';

const SCRIPT: ScriptedToken[] = [
  ...([
    ['Brooke', 0.9, {}],
    [' was born in', 1],
    [' Rugby', 0.8, { ' Leeds': 0.2 }],
    ['.', 1],
  ] as ScriptedToken[]),
  ...([
    [' Brooke', 0.9],
    [' died in', 1],
    [' 1921', 0.3, { ' 1915': 0.3 }],
    ['.', 1],
  ] as ScriptedToken[]),
];
const response = SCRIPT.map(([text]) => text).join('');
const tokens = recordedTokens(SCRIPT);
const prompt = 'Who was Brooke?';

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryFolder({
    'in.jsonl': [
      { id: 'with', prompt, response, tokens, answer: ['1915'] },
      { id: 'without', prompt, response },
    ],
    'asked.jsonl': [{ id: 'asked', prompt }],
    'corpus/deep/Brooke.md': 'The poet Brooke died in 1915.',
    'corpus/town.txt': 'Rugby is a town.',
    'corpus/image.png': 'no text',
  });
});

const hallugraph = (args: string | string[], env: NodeJS.ProcessEnv = {}) =>
  run(args, { cwd, env, createDetector });

describe('rhd', () => {
  it('shows the entities with probability and verdict, and bounds of the entropy where they decide', async () => {
    const headings = async (...args: string[]) =>
      (await hallugraph(['rhd', 'in.jsonl', ...args])).stdout
        .split('\n')
        .find((line) => line.includes('entity'));
    expect(await headings()).toMatch(/^entity +at +probability +verdict$/);
    expect(await headings('--set', 'uncertainty.maxEntropy=2')).toContain('entropy ≥  entropy ≤');
  });

  it('shows the entities with all parts, then the report', async () => {
    const { stdout } = await succeeded(hallugraph('rhd in.jsonl --parts --out run'));
    const rows = stdout.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(rows).toContainEqual(['entity', 'at', 'probability', 'entropy ≥', 'entropy ≤', 'verdict']);
    expect(rows).toContainEqual(['Rugby', '19', '0.80', '0.50', '0.50', 'sure']);
    // known: twice −.3 ln .3; the rest .4 as .3 + .1 below, evenly on 262142 tokens above
    const lower = -3 * 0.3 * Math.log(0.3) - 0.1 * Math.log(0.1);
    const upper = -2 * 0.3 * Math.log(0.3) + 0.4 * Math.log(262_142 / 0.4);
    expect(rows).toContainEqual(['1921', '41', '0.30', lower.toFixed(2), upper.toFixed(2), 'suspicious']);
    expect(stdout).toContain('No entities: no tokens');
    expect(stdout).toContain('2 passages: 1 hallucinated, 1 not judged');
    const manifest = await jsonIn(cwd, 'run/run.json');
    expect(manifest).toMatchObject({ config: { preset: 'rhd' }, detector: { recogniser: 'compromise' } });
  });

  it('gives programs the entities, and follows --fail-on', async () => {
    const { status, stdout } = await hallugraph(
      'rhd in.jsonl --filter with -n 1 -f json --fail-on hallucinated',
    );
    expect(status).toBe(1);
    const [{ trace }] = JSON.parse(stdout).passages;
    expect(trace.uncertainty.entities).toHaveLength(4);
  });

  it('shows the entities in Markdown, and the same again when resumed', async () => {
    const first = await hallugraph('rhd in.jsonl --out run -f markdown -q');
    expect(first.stdout).toMatch(/## Entities\n\n### with\n\n\| entity .*\| 1921 +\| 41 /s);
    expect(first.stdout).toContain('### without\n\nNo entities: no tokens.\n');
    const again = await hallugraph('rhd --resume run -f markdown -q');
    expect(again).toMatchObject({ status: 0, stdout: first.stdout });
  });

  it('names file, line and field of tokens that are none', async () => {
    const bad = { id: 'x', prompt, response, tokens: [{ text: 'Brooke', logprob: 'sure' }] };
    await writeFiles(cwd, { 'bad.jsonl': [bad] });
    const stderr = await refusal(hallugraph('rhd bad.jsonl'));
    expect(stderr).toContain('bad.jsonl, line 1: field "tokens.0.logprob": expected a number, found text');
  });

  it('asks for a response only where it may', async () => {
    const server = await serveOpenAi({ handler: (request) => withTokens(request, SCRIPT) });
    const { env } = server;
    await refusal(hallugraph('rhd asked.jsonl', env));
    const { stdout } = await succeeded(hallugraph('rhd asked.jsonl --ask --no-cache', env));
    expect(stdout).toContain('1 hallucinated');
    expect(server.chatBodies()).toHaveLength(1);
  });
});

describe('sek', () => {
  const handler: Handler = (request) =>
    request.body.messages[0].role === 'system'
      ? withTokens(request, [
          [' 1915', 0.9],
          ['.', 1],
        ])
      : withTokens(request, SCRIPT);

  it('prints the corrected text, what was retrieved where, and how right the answers are', async () => {
    const { env } = await serveOpenAi({ handler });
    const args = ['sek', 'in.jsonl', '--corpus', 'corpus', '--no-cache', '--filter', 'with'];
    const { stdout } = await succeeded(hallugraph([...args, '-n', '1'], env));
    expect(stdout).toContain('with (1 retrieval)\nBrooke was born in Rugby. Brooke died in 1915.\n');
    expect(stdout).toMatch(/- at 40 for “1921”: “.*Brooke died in \.” found deep\/Brooke\.md#1 \d/);
    expect(stdout).toContain('“1921.”\n  → “1915.”');
    expect(stdout).toContain('drad: 1 retrieval for 1 passage, 1.00 each');
    // 9 words, one of them the answer: precision 1/9, recall 1, F1 2/10
    expect(stdout).toContain('after: F1 0.200, EM 0.000, precision 0.111, recall 1.000 (1 answer)');
    expect(stdout).toContain('before: F1 0.000');
  });

  it.each([
    ['none', 0],
    ['once', 1],
    ['sentence', 1],
    ['token', 1],
    ['drad', 1],
  ])('%s retrieves %i times, for a program', async (timing, count) => {
    const { env } = await serveOpenAi({ handler });
    const args = ['sek', 'asked.jsonl', '--corpus', 'corpus', '--no-cache', '--timing', timing, '-f', 'json'];
    const { stdout } = await succeeded(hallugraph(args, env));
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ timing, retrievals: { total: count }, answers: null });
    expect(report.passages[0].usage.requests).toBeGreaterThan(0);
  });

  it('gives passages by line and a document for people', async () => {
    const { env } = await serveOpenAi({ handler });
    const args = ['sek', 'in.jsonl', '--corpus', 'corpus', '--no-cache', '--out', 'run'];
    const { stdout } = await hallugraph([...args, '-f', 'jsonl'], env);
    const lines = parsedLines(stdout);
    expect(lines.map(({ id, reason }) => [id, reason])).toEqual([
      ['with', null],
      ['without', 'no-tokens'],
    ]);
    const markdown = await hallugraph('sek --resume run -f markdown', env);
    expect(markdown.stdout).toContain('# Texts corrected by retrieval\n\ndrad: 1 retrieval for 2 passages');
    expect(markdown.stdout).toMatch(/\| before +\| 0\.000 /);
    expect(markdown.stdout).toContain('- ended early: no tokens\n');
    expect(markdown.stdout).toContain(
      '## with\n\n> Brooke was born in Rugby. Brooke died in 1915.\n\n- at 40',
    );
  });

  it('goes on with the corpus and the options it began with', async () => {
    const args = ['sek', 'in.jsonl', '--corpus', 'corpus', '--timing', 'none', '-q'];
    const first = await hallugraph([...args, '--out', 'run']);
    const again = await succeeded(hallugraph('sek --resume run -q'));
    expect(again.stdout).toBe(first.stdout);
    const refused = await hallugraph('sek --resume run --timing once');
    expect(refused.stderr).toContain("cannot be used with option '--timing");
    await writeFiles(cwd, { 'corpus/town.txt': 'Leeds is a town.' });
    expect(await refusal(hallugraph('sek --resume run'))).toContain('corpus has changed since the run began');
  });

  it('says what it would ask at most', async () => {
    const { stdout } = await hallugraph(
      'sek asked.jsonl --corpus corpus --max-retrievals 4 --dry-run -f json',
    );
    const { requests, note } = JSON.parse(stdout);
    expect(requests).toBe(1 + 4);
    expect(note).toContain('--max-retrievals');
  });

  it('fails by --fail-on-error where the service refused too many', async () => {
    const { env } = await serveOpenAi({ handler: () => failure(400, { message: 'no' }) });
    const args = ['sek', 'asked.jsonl', '--corpus', 'corpus', '--no-cache', '-q'];
    const { status, stdout, stderr } = await hallugraph(args, env);
    expect(status).toBe(3);
    expect(stdout).toContain('ended early: the call to the model failed');
    expect(stderr).toContain('no passage could be evaluated; of the first: asked: the service refused');
  });

  it('reads documents by line, and needs no key where nobody is asked', async () => {
    await writeFiles(cwd, { 'docs.jsonl': '{"text":"one"}\n\n{"id":"b","title":"B","text":"two"}\n' });
    const { stdout } = await succeeded(
      hallugraph(['sek', 'in.jsonl', '--corpus', 'docs.jsonl', '--timing', 'none'], {}),
    );
    expect(stdout).toContain('none: 0 retrievals for 2 passages, 0.00 each');
  });

  it.each([
    [[], 'name the corpus'],
    [['--corpus', 'nowhere'], 'no such file or directory'],
    [['--corpus', 'bad.jsonl'], 'bad.jsonl, line 1: field "text": missing; expected text'],
    [['--corpus', 'twice.jsonl'], 'two documents have the id "a"'],
    [['--corpus', 'empty'], 'holds no document'],
    [['--corpus', 'blank.jsonl'], 'no document holds any text'],
    [['--corpus', 'corpus', '--timing', 'never'], 'never'],
  ])('is 2 for wrong use: %j', async (args, words) => {
    await writeFiles(cwd, {
      'bad.jsonl': '{"id":"a"}',
      'twice.jsonl': '{"id":"a","text":"x"}\n{"id":"a","text":"y"}',
      'blank.jsonl': '{"text":"  "}',
    });
    await mkdir(path.join(cwd, 'empty'));
    expect(await refusal(hallugraph(['sek', 'in.jsonl', ...args]))).toContain(words);
  });
});
