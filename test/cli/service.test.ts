/** The built command line against an OpenAI-compatible service, as a user with a key would run it. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { brooke } from '../support/brooke.ts';
import { failure, type Handler, type OpenAiServer } from '../support/openai-server.ts';
import { runProgram } from '../support/program.ts';
import { simulate } from '../support/simulated-model.ts';
import { jsonIn, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { refusal, succeeded } from './test-host.ts';

const KEY = 'sk-secret-abcdef0123456789';

const working = simulate(brooke.model);
let handler: Handler;
let server: OpenAiServer;
let cwd: string;
beforeEach(async () => {
  handler = working;
  server = await serveOpenAi({ handler: (request) => handler(request) });
  cwd = await temporaryFolder({
    '.env': `OPENAI_API_KEY=${KEY}\nOPENAI_BASE_URL=${server.url}\n`,
    'hallugraph.config.yaml':
      'preset: gca\ncache: { enabled: false }\nsampling: { n: 3 }\nverification: { headDraws: 2, relationDraws: 2, tailDraws: 2 }\n',
  });
});

const hallugraph = (...args: string[]) => runProgram(args, { cwd });
const QUESTION = ['evaluate', '--prompt', brooke.passage.prompt, '--out', 'run'];

const sumOf = (parts: Record<string, Record<string, number>>, key: string): number =>
  Object.values(parts).reduce((sum, part) => sum + (part[key] as number), 0);

/** Every file the run wrote, as one text. */
async function everythingWritten(folder: string): Promise<string> {
  const names = await readdir(path.join(cwd, folder), { recursive: true });
  expect(names.length).toBeGreaterThan(1);
  return (await Promise.all(names.map((name) => textIn(cwd, `${folder}/${name}`)))).join('\n');
}

it('evaluates one answer from a file, asking for samples', async () => {
  await writeFiles(cwd, { 'answer.txt': brooke.passage.response });
  const args = [...QUESTION, '--response-file', 'answer.txt', '--format', 'json'];
  const { status, stdout, stderr } = await hallugraph(...args);
  expect(stderr).toContain('Run saved in run');
  expect(status).toBe(0);
  const [{ triples, usage }] = JSON.parse(stdout).passages;
  const flagged = triples.filter((row: { label: string }) => row.label === 'hallucinated');
  expect(flagged.map((row: { triple: { tail: string } }) => row.triple.tail)).toEqual(['1921']);
  expect(usage.requests).toBe(server.chatBodies().length);
  expect(stderr).toMatch(/^ {2}segment +\d+ requests?, [\d]+ tokens/m);
  const { summary } = await jsonIn(cwd, 'run/run.json');
  expect(sumOf(summary.byPurpose, 'requests')).toBe(usage.requests);
  expect(sumOf(summary.byPurpose, 'inputTokens')).toBe(summary.usage.inputTokens);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

it('asks for the response too, and writes the key nowhere', async () => {
  const { stdout, stderr } = await succeeded(hallugraph(...QUESTION));
  expect(stdout + stderr + (await everythingWritten('run'))).not.toContain(KEY);
});

it('ends with status 3 when the service fails, and goes on later without asking again', async () => {
  const ids = ['a', 'b', 'c'];
  const passages = ids.map((id) => ({ ...brooke.passage, id, samples: brooke.samples }));
  await writeFiles(cwd, { 'in.jsonl': passages });
  const whole = await hallugraph('evaluate', 'in.jsonl', '-j', '1', '--out', 'whole', '--format', 'jsonl');
  const requestsOfOne = server.requests.length / ids.length;

  server.requests.length = 0;
  handler = (request) =>
    server.requests.length > 1.5 * requestsOfOne
      ? failure(401, { message: `bad key ${KEY}` })
      : working(request);
  const failed = await hallugraph('evaluate', 'in.jsonl', '-j', '1', '--out', 'run');
  expect(failed.status).toBe(3);
  expect(failed.stderr).toContain('hallugraph evaluate --resume run');
  expect(failed.stderr + (await everythingWritten('run'))).not.toContain(KEY);

  server.requests.length = 0;
  handler = working;
  const resumed = await hallugraph('evaluate', '--resume', 'run', '--format', 'jsonl');
  expect(resumed).toMatchObject({ status: 0, stdout: whole.stdout });
  expect(server.requests.length).toBe(requestsOfOne * 2);
});

it('ends with status 3 when the service refuses every request', async () => {
  handler = () => failure(400, { message: 'no such parameter: colour' });
  const { status, stderr } = await hallugraph(...QUESTION);
  expect(status).toBe(3);
  expect(stderr).toContain('no such parameter: colour');
});

it('without a key says which variable to set, with status 2', async () => {
  await writeFiles(cwd, { '.env': '' });
  const stderr = await refusal(hallugraph(...QUESTION));
  expect(stderr).toContain('OPENAI_API_KEY');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
