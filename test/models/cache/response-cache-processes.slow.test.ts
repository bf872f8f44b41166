/** Several processes on one cache, some of them killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkCache, inspectCache } from '../../../src/models/cache/cache-maintenance.ts';
import { randomFor } from '../../../src/common/random.ts';
import type { RecordedRequest } from '../../support/openai-server.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CHILD = fileURLToPath(new URL('cache-child.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');
const QUESTIONS = 12;
const MANY = 5000;
const DRAWS = 3;
const KILLS = 24;
/** Short, but longer than a busy machine keeps a process from going on. */
const LEASE = 2000;

interface Line {
  question: number;
  texts: string[];
}

/** A server whose answers are never the same twice, so that an answer tells which request it came from. */
async function setUp() {
  const folder = await temporaryFolder();
  let answers = 0;
  const server = await serveOpenAi({
    handler: async (request) => {
      await sleep(15);
      return Array.from({ length: request.body.n ?? 1 }, () => `answer ${++answers}`);
    },
  });
  return { folder, server };
}

interface Work {
  url: string;
  folder: string;
  first: number;
  count: number;
}

interface Started {
  child: ChildProcess;
  /** Whether it has begun to ask. */
  isReady: () => boolean;
  lines: () => Line[];
}

function start({ url, folder, first, count }: Work): Started {
  const numbers = [first, MANY, count, LEASE].map(String);
  const child = spawn(process.execPath, ['--import', TSX, CHILD, url, folder, ...numbers], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  const all = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const isReady = () => all().length > 0;
  return { child, isReady, lines: () => all().filter((line) => !('ready' in line)) };
}

const questionOf = ({ body }: RecordedRequest): number =>
  Number(String(body.messages[0].content).split(' ')[1]);

it('two processes at once ask for nothing that the other has asked', async () => {
  const { folder, server } = await setUp();
  const work = { url: server.url, folder, first: 0, count: QUESTIONS };
  const [one, two] = [start(work), start(work)];
  await Promise.all([once(one.child, 'close'), once(two.child, 'close')]);
  expect(one.lines()).toHaveLength(QUESTIONS);
  expect(two.lines()).toEqual(one.lines());
  expect(server.requests.map(questionOf).sort((a, b) => a - b)).toEqual([...Array(QUESTIONS).keys()]);
});

it(`processes killed at ${KILLS} random moments lose nothing that was kept and damage nothing`, async () => {
  const { folder, server } = await setUp();
  const random = randomFor('kill');
  const kept = new Map<number, string>();

  for (let kill = 0; kill < KILLS; kill += 2) {
    const before = new Set(kept.keys());
    const asked = server.requests.length;
    const work = { url: server.url, folder, first: 0, count: MANY };
    const pair = [start(work), start(work)];
    await Promise.all(
      pair.map(async ({ child, lines }) => {
        // All that was kept is read again first; then it is busy with what is new.
        while (lines().every(({ question }) => before.has(question))) await sleep(5);
        await sleep(random() * 60);
        child.kill('SIGKILL');
        await once(child, 'close');
      }),
    );
    for (const { question, texts } of pair.flatMap(({ lines }) => lines())) {
      expect(kept.get(question) ?? texts.join()).toBe(texts.join());
      kept.set(question, texts.join());
    }
    const again = server.requests.slice(asked).map(questionOf);
    expect(again.filter((question) => before.has(question))).toEqual([]);
  }

  // Each pair kept an answer at least, and each of them was asked for by somebody.
  expect(kept.size).toBeGreaterThanOrEqual(KILLS / 2);
  const everAsked = new Set(server.requests.map(questionOf));
  expect([...kept.keys()].filter((question) => !everAsked.has(question))).toEqual([]);

  expect(checkCache(folder)).toBe(0);
  expect(inspectCache(folder).entries).toBeGreaterThanOrEqual(kept.size * DRAWS);
  // Asked twice is only what a killed process was at.
  const twice = server.requests.length - new Set(server.requests.map(questionOf)).size;
  expect(twice).toBeLessThanOrEqual(KILLS);
});

it('a process waits for the one that asks, and takes over when that is killed', async () => {
  const folder = await temporaryFolder();
  const server = await serveOpenAi();
  server.enqueue({ delay: 600_000 });
  const work = { url: server.url, folder, first: 0, count: 1 };
  const hanging = start(work);
  while (server.requests.length === 0) await sleep(10);
  const waiting = start(work);
  while (!waiting.isReady()) await sleep(10);
  // A claim is kept up for as long as its process lives.
  await sleep(2 * LEASE);
  expect(server.requests).toHaveLength(1);
  hanging.child.kill('SIGKILL');
  await once(waiting.child, 'close');
  expect(waiting.lines()).toHaveLength(1);
  expect(server.requests).toHaveLength(2);
});
