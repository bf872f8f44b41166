/** `hallugraph mcp`, the built program, driven by the client of the protocol's own SDK. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOSTILE_TEXTS, UNPRINTABLE } from '../report/hostile-report.ts';
import { brooke } from '../support/brooke.ts';
import { listening } from '../support/listening.ts';
import { failure } from '../support/openai-server.ts';
import { simulate } from '../support/simulated-model.ts';
import { MAIN, runProgram } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { parsedLines } from '../support/json-lines.ts';

const KEY = 'sk-secret-abcdef0123456789';
const { prompt, response } = brooke.passage;
const passage = { prompt, response, samples: brooke.samples };

type Versions = ConstructorParameters<typeof Client>[1];

/** A client of a server of its own, which ends with the test. */
async function connected(args: readonly string[], env: Record<string, string> = {}, versions: Versions = {}) {
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [MAIN, 'mcp', ...args], stderr: 'pipe' },
    ...{ cwd: await temporaryFolder(), env: { PATH: process.env.PATH ?? '', ...env } },
  });
  const errors: Error[] = [];
  const client = new Client({ name: 'test', version: '1' }, versions);
  client.onerror = (error) => errors.push(error);
  const stderr = text(transport.stderr as Readable);
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, input: object, options = {}) => {
    const { content, structuredContent, isError } = await client.callTool(
      { name, arguments: { ...input } },
      { timeout: 120_000, ...options },
    );
    const words = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
    return { words, record: structuredContent as any, isError: isError ?? false };
  };
  return { client, transport, call, errors, stderr };
}

describe('without a model', () => {
  it.each(['legacy', 'auto'] as const)(
    'evaluates, checks and corrects (a client of mode %s)',
    async (mode) => {
      const versions = { versionNegotiation: { mode } };
      const { client, call, errors } = await connected(['--preset', 'local'], {}, versions);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['evaluate', 'check', 'correct']);
      expect(tools.map(({ inputSchema }) => inputSchema.required)).toEqual([
        ['prompt'],
        ['prompt', 'response', 'context'],
        ['prompt', 'response'],
      ]);
      const verdict = ['passage', 'score', 'label', 'probability', 'triples'];
      expect(tools.map(({ outputSchema }) => outputSchema?.required)).toEqual([
        verdict,
        verdict,
        ['id', 'original', 'corrected', 'changes', 'before', 'after'],
      ]);

      const evaluated = await call('evaluate', { id: 'brooke', context: null, ...passage });
      expect(evaluated.words).toContain('hallucinated: support');
      expect(evaluated.words).toContain('they give "1915", not "1921"');
      expect(evaluated.record).toMatchObject({
        label: 'hallucinated',
        passage: { id: 'brooke', ...passage },
      });
      expect(evaluated.record).not.toHaveProperty('trace');

      const checked = await call('check', { prompt, response, context: brooke.samples.slice(0, 1) });
      expect(checked.words).toContain('1921');
      expect(checked.record.label).toBe('hallucinated');

      const corrected = await call('correct', passage);
      expect(corrected.words).toContain('"1915" by the samples');
      expect(corrected.record.corrected).toBe(response.replace('1921', '1915'));
      expect(corrected.record.before).not.toHaveProperty('trace');
      expect(errors).toEqual([]);
    },
  );

  it('takes a conversation for a prompt, and many calls at once', async () => {
    const { call } = await connected(['--preset', 'local']);
    const conversation = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: prompt },
    ];
    const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const answers = await Promise.all(
      ids.map((id) => call('evaluate', { ...passage, id, prompt: conversation })),
    );
    expect(answers.map(({ record }) => record.passage.id)).toEqual(ids);
    expect(new Set(answers.map(({ words }) => words)).size).toBe(1);
  });

  it('refuses wrong input by the name of its field, and goes on', async () => {
    const { client, call } = await connected(['--preset', 'local']);
    const turns = [{ role: 'assistant', content: 'hello' }];
    const wrong: [string, object, string][] = [
      ['evaluate', { response }, 'field "prompt"'],
      ['evaluate', { ...passage, samples: ['a', 1] }, 'field "samples.1": expected text, found a number'],
      ['evaluate', { ...passage, sample: [] }, '"sample"'],
      ['evaluate', { ...passage, prompt: turns }, 'field "prompt": the last message'],
      ['evaluate', { ...passage, sentences: [{ start: 0, end: 999 }] }, 'sentences.0'],
      ['evaluate', { prompt }, 'there is no response'],
      ['check', passage, 'field "context": missing'],
      ['check', { ...passage, context: [] }, 'field "context": must not be empty'],
      ['correct', { prompt }, 'field "response": missing'],
    ];
    for (const [name, input, words] of wrong) {
      const answer = await call(name, input);
      expect(answer.isError).toBe(true);
      expect(answer.words).toContain(words);
    }
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/nothing not found/);
    expect((await call('evaluate', passage)).record.label).toBe('hallucinated');
  });

  it('takes hostile texts for texts', async () => {
    const { call, errors } = await connected(['--preset', 'local']);
    for (const hostile of Object.values(HOSTILE_TEXTS)) {
      const stated = `${response} ${hostile} was born in 1850.`;
      const samples = brooke.samples.map((sample) => `${sample} ${hostile} was born in 1851.`);
      const given = { id: hostile, prompt: hostile, response: stated, samples };
      for (const tool of ['evaluate', 'correct']) {
        const { words, record, isError } = await call(tool, given);
        expect(isError).toBe(false);
        expect(words.split('\n').filter((line) => UNPRINTABLE.test(line))).toEqual([]);
        expect((record.before ?? record).passage).toEqual(given);
      }
    }
    expect(errors).toEqual([]);
  });

  it('is configured as other commands are, and says on standard error what is wrong', async () => {
    const cwd = await temporaryFolder();
    const ended = (args: string[]) => runProgram(['mcp', ...args], { cwd });
    const wrong = await ended(['--set', 'sampling.n=none']);
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toContain('sampling.n');
    const unfit = await ended(['--preset', 'paper-phd']);
    expect(unfit).toMatchObject({ status: 2, stdout: '' });
    expect(unfit.stderr).toContain('scoring.threshold');
    expect(await ended(['--preset', 'local'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('with a model', () => {
  const SETTINGS = ['sampling.n=3', 'verification.headDraws=2', 'verification.relationDraws=2']
    .concat('verification.tailDraws=2', 'models.generator.maxRetries=0', 'cache.enabled=false')
    .flatMap((setting) => ['--set', setting]);

  it('asks it for samples, and tells of each stage', async () => {
    const server = await serveOpenAi({ handler: simulate(brooke.model) });
    const { call } = await connected(SETTINGS, { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url });
    const stages: unknown[] = [];
    const onprogress = ({ message }: { message?: string }) => stages.push(message);
    const { record } = await call('evaluate', { prompt, response }, { onprogress });
    expect(record.usage.requests).toBe(server.requests.length);
    expect(stages.slice(0, 2)).toEqual(['sample', 'segment']);
  });

  it('gives away no key, whatever the service says', async () => {
    const server = await serveOpenAi({
      handler: ({ headers }) => failure(401, { message: `no: ${JSON.stringify(headers)} ${KEY}` }),
    });
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url };
    const { client, call, stderr } = await connected(SETTINGS, env);
    const { words, isError } = await call('evaluate', { prompt, response });
    expect(isError).toBe(true);
    expect(words).toContain('401');
    expect(words).not.toContain(KEY);
    await client.close();
    expect(await stderr).not.toContain(KEY);
  });

  it('stops its work when the client cancels a call, or goes away', async () => {
    const asked: Promise<unknown>[] = [];
    // Answers nothing, and keeps when each request was given up.
    const service = createServer((_, answer) => {
      asked.push(once(answer, 'close'));
      service.emit('asked');
    });
    const { url, close } = await listening(service);
    onTestFinished(close);
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}v1` };
    const { client, call } = await connected(SETTINGS, env);

    const controller = new AbortController();
    const first = once(service, 'asked');
    const cancelled = call('evaluate', { prompt, response }, { signal: controller.signal });
    await first;
    controller.abort('enough');
    await expect(cancelled).rejects.toThrow('enough');
    await Promise.all(asked);

    const next = once(service, 'asked');
    const left = call('correct', { prompt, response }).catch(() => {});
    await next;
    await client.close();
    await Promise.all([left, ...asked]);
    expect(asked.length).toBeGreaterThan(1);
  });
});

it('goes on after a message that is too long, and answers what is under way when its input ends', async () => {
  const cwd = await temporaryFolder();
  const child = spawn(process.execPath, [MAIN, 'mcp', '--preset', 'local'], {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const output = text(child.stdout);
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  send({ id: 1, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  const call = (id: number, input: object) =>
    send({ id, method: 'tools/call', params: { name: 'evaluate', arguments: input } });
  call(2, { ...passage, response: 'x'.repeat(11_000_000) });
  call(3, passage);
  child.stdin.end();
  const [status] = await once(child, 'close');
  const answers = parsedLines(await output);
  const answerTo = (id: number) => answers.find((answer) => answer.id === id);
  expect(status).toBe(0);
  expect(answerTo(2).error).toEqual({ code: -32600, message: 'the message is longer than 10485760 bytes' });
  expect(answerTo(3).result.structuredContent.label).toBe('hallucinated');
});
