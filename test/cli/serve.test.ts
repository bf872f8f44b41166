/** The built program as a service, over HTTP. */
import { once } from 'node:events';
import { request } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { brooke } from '../support/brooke.ts';
import { simulate } from '../support/simulated-model.ts';
import { SAMPLES, startProgram } from '../support/program.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusal, run, succeeded, words } from './test-host.ts';

const TOKEN = 'token-of-the-test';
const AUTHORISED = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

async function serve(args: readonly string[], env: NodeJS.ProcessEnv) {
  const cwd = await temporaryFolder();
  const { child, ended } = startProgram(['serve', '--port', '0', ...args], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await Promise.race([
    once(child.stdout as Readable, 'data'),
    ended.then(({ stderr }) => [stderr]),
  ]);
  const endedBy = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { endedBy, url: String(line).trim() };
}

const post = (url: string, body: string, headers: Record<string, string> = AUTHORISED) =>
  fetch(new URL('/v1/evaluate', url), { method: 'POST', headers, body });

it('answers or refuses ten times what it takes at once, and answers all that ask again', async () => {
  const { endedBy, url } = await serve(['--preset', 'local', '-j', '2'], { HALLUGRAPH_TOKEN: TOKEN });
  const lines = (await readFile(SAMPLES, 'utf8')).trim().split('\n');
  const passages = Array.from({ length: 20 }, (_, index) => lines[index % lines.length] as string);
  let refused = 0;
  const ask = async (line: string): Promise<unknown> => {
    for (;;) {
      const response = await post(url, line);
      if (response.status === 200) return ((await response.json()) as { passage: { id: string } }).passage.id;
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('1');
      await response.arrayBuffer();
      refused += 1;
      await sleep(50);
    }
  };
  expect(await Promise.all(passages.map(ask))).toEqual(passages.map((line) => JSON.parse(line).id));
  expect(refused).toBeGreaterThan(0);

  const unauthorised = await post(url, '{}', { 'content-type': 'application/json' });
  expect(unauthorised.status).toBe(401);
  const large = await post(url, JSON.stringify({ prompt: 'Who?', response: 'It rained. '.repeat(53_400) }));
  expect(large.status).toBe(413);
  expect(((await large.json()) as { detail: string }).detail).toBe('the body is larger than 250000 bytes');
  expect((await fetch(new URL('/ready', url))).status).toBe(200);
  expect(await endedBy('SIGINT')).toMatchObject({ status: 0, stderr: '' });
});

it.each(['application/json', 'text/event-stream'])(
  'cancels the calls of a client that goes away, and finishes what is under way when it is stopped (%s)',
  async (accept) => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const answer = simulate(brooke.model);
    const models = await serveOpenAi({ handler: (asked) => opened.then(() => answer(asked)) });
    const env = { OPENAI_API_KEY: 'sk-key', OPENAI_BASE_URL: models.url, HALLUGRAPH_TOKEN: TOKEN };
    const { endedBy, url } = await serve(words('-j 1 --set cache.enabled=false --set sampling.n=3'), env);
    const passage = JSON.stringify({ prompt: brooke.passage.prompt, response: brooke.passage.response });
    const headers = { ...AUTHORISED, accept };
    const leaving = request(new URL('/v1/evaluate', url), { method: 'POST', headers });
    leaving.on('error', () => {});
    leaving.end(passage);
    while (models.requests.length === 0) await sleep(5);
    expect((await post(url, passage)).status).toBe(429);
    leaving.destroy();

    // no model has answered: the place is free since the calls were given up
    const taken = models.requests.length;
    let staying = post(url, passage, headers);
    while (models.requests.length === taken) {
      // A stream begins before its passage does, and a race that is won at once would leave no turn to anybody.
      await sleep(20);
      const answer = await Promise.race([staying, sleep(20)]);
      if (answer?.status === 429) staying = post(url, passage, headers);
    }
    const ended = endedBy('SIGTERM');
    await sleep(50);
    expect((await fetch(new URL('/ready', url))).status).toBe(503);
    expect((await post(url, passage)).status).toBe(503);
    open();
    const response = await staying;
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(accept);
    const [result = ''] = (await response.text()).match(/^(?:data: )?\{.*\}$/gm)?.slice(-1) ?? [];
    expect(JSON.parse(result.replace('data: ', ''))).toMatchObject({
      label: expect.any(String),
      triples: expect.any(Array),
    });
    await succeeded(ended);
  },
);

it('answers those who watch it while long texts are at work', async () => {
  const { url } = await serve(['--preset', 'local', '--threads', '1'], { HALLUGRAPH_TOKEN: TOKEN });
  const sentences = Array.from(
    { length: 400 },
    (_, index) => `Person${index} was born in ${1500 + (index % 500)}.`,
  );
  const [response, ...samples] = [0, 1, 2].map((shift) => sentences.slice(shift).join(' '));
  let isAnswered = false;
  const long = post(url, JSON.stringify({ prompt: 'q', response, samples })).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  const watched = async () => (await fetch(new URL('/metrics', url), { headers: AUTHORISED })).text();
  while (!(await watched()).includes('hallugraph_passages_in_work 1')) await sleep(5);
  expect((await fetch(new URL('/health', url))).status).toBe(200);
  expect(await watched()).toContain('hallugraph_passages_in_work 1');
  expect(isAnswered).toBe(false);
  expect(await long).toBe(200);
});

it.each([
  [['--host', '0.0.0.0'], {}, /only with a token in HALLUGRAPH_TOKEN/],
  [[], { HALLUGRAPH_TOKEN: 'not one word' }, /HALLUGRAPH_TOKEN: expected letters/],
  [['--port', '70000'], {}, /Expected a port/],
  [['--timeout', '0'], {}, /at least 1/],
] as const)('refuses %j with %j before it listens', async (args, env, message) => {
  const cwd = await temporaryFolder();
  const stderr = await refusal(run(['serve', '--preset', 'local', ...args], { cwd, env }));
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('not one word');
});
