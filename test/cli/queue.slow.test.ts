/**
 * Three worker processes on a queue, killed over and over at points drawn by chance, and the server of the queue
 * restarted on the way: beside the same run in one process.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { randomFor } from '../../src/common/random.ts';
import { sharedFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { succeeded, words } from './test-host.ts';
import { type OpenAiServer, type RecordedRequest, startOpenAiServer } from '../support/openai-server.ts';
import { type Ended, startProgram } from '../support/program.ts';
import { QUEUE_SERVERS, type QueueServer } from '../support/queue-servers.ts';

const PASSAGES = 2000;
const WORKERS = 3;
const KILLS = 9;
/** Passages at work in a worker, each with one request on its way at a time. */
const SLOTS = 6;
/** Each passage takes samples by one request; all else is done without a model. */
const SETTINGS = '--preset local --set sampling.ask=true --set sampling.n=2'.split(' ');
const CONFIG = `models: { generator: { maxConcurrency: ${SLOTS} } }\n`;

const PLACES = ['Leeds', 'York', 'Hull', 'Bath', 'Ely'];
const person = (index: number) => `Ann Lee the ${index}th`;
const passageOf = (index: number) => ({
  id: `p${index}`,
  prompt: `Who was ${person(index)}?`,
  response: `${person(index)} was born in ${PLACES[index % 5]}. She died in 19${10 + (index % 80)}.`,
});

/** Of a prompt, the same whenever it is asked. */
function answer({ body }: RecordedRequest): string[] {
  const index = Number(/the (\d+)th/.exec(body.messages.at(-1).content)?.[1]);
  return Array.from({ length: body.n ?? 1 }, (_, draw) => {
    const place = PLACES[(index + ((index + draw) % 3)) % 5];
    return `${person(index)} was born in ${place}. She died in 19${10 + (index % 80)}.`;
  });
}

/** The key of a worker that waits for answers until it is killed. */
const UNANSWERED = 'Bearer unanswered';

interface Worker {
  /** By which the model server tells it from others. */
  key: string;
  child: ChildProcess;
  ended: Promise<Ended>;
}

describe('a queue whose workers are killed', () => {
  const cwd = sharedFolder();
  let service: OpenAiServer;
  let asked: { key: string; body: string }[] = [];
  let needed: string[];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    service = await startOpenAiServer({
      async handler(request) {
        const key = String(request.headers.authorization);
        asked.push({ key, body: JSON.stringify(request.body) });
        if (key === UNANSWERED) await new Promise(() => {});
        await sleep(5);
        return answer(request);
      },
    });
    const passages = Array.from({ length: PASSAGES }, (_, index) => passageOf(index));
    await writeFiles(cwd, { 'in.jsonl': passages, 'hallugraph.config.yaml': CONFIG });
    const { ended } = start('one', ['evaluate', 'in.jsonl', ...SETTINGS, '--out', 'one', '--no-cache']);
    await succeeded(ended);
    needed = asked.map(({ body }) => body).sort();
  }, 600_000);
  afterAll(() => service?.close());

  // a test that fails leaves no worker to the next one
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function start(key: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Worker {
    const own = { OPENAI_API_KEY: key, OPENAI_BASE_URL: service.url, HALLUGRAPH_CACHE: cwd };
    const program = startProgram([...args, '--quiet'], { cwd, env: { ...own, ...env } });
    children.push(program.child);
    return { key: `Bearer ${key}`, ...program };
  }

  /** Without what the answers cost: those that a killed worker left in the store cost nothing. */
  async function recordsOf(out: string): Promise<string[]> {
    const text = await textIn(cwd, `${out}/records.jsonl`);
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.stringify({ ...JSON.parse(line), usage: null, calls: null }));
  }

  /** @returns the requests of the workers that were killed, by their keys, in order */
  async function killOverAndOver(
    server: QueueServer,
    queue: Queue,
    startWorker: () => Worker,
  ): Promise<Map<string, string[]>> {
    const random = randomFor(0, 'queue kills');
    const workers = Array.from({ length: WORKERS }, startWorker);
    const killed = new Map<string, string[]>();
    for (let kill = 0; kill < KILLS; kill++) {
      const wanted = (PASSAGES * (kill + random())) / (KILLS + 1);
      while ((await queue.store.totals('big')).recorded < wanted) await sleep(20);
      if (kill === Math.floor(KILLS / 2)) await server.restart();
      const place = Math.floor(random() * WORKERS);
      const { key, child, ended } = workers[place] as Worker;
      await sleep(random() * 30);
      const isGentle = kill === 1;
      child.kill(isGentle ? 'SIGTERM' : 'SIGKILL');
      const { status, stderr } = await ended;
      // While the server was away from here, the workers may have done the rest.
      const isOver = status === 0;
      if (isOver) expect((await queue.store.totals('big')).recorded, stderr).toBe(PASSAGES);
      else expect(status, stderr).toBe(isGentle ? 130 : null);
      // One that is stopped lets its passages end, so that nothing of it is asked again.
      if (!isGentle && !isOver)
        killed.set(
          key,
          asked.filter((request) => request.key === key).map(({ body }) => body),
        );
      workers[place] = startWorker();
    }
    expect(killed.size).toBeGreaterThan(KILLS / 3);
    for (const { ended } of workers) {
      const { status, stderr } = await ended;
      expect(status, stderr).toBe(0);
    }
    return killed;
  }

  it.for(QUEUE_SERVERS)(
    'in $name loses nothing, doubles nothing and asks nothing that was answered again',
    {
      timeout: 600_000,
    },
    async ({ name, missing, start: startServer }, { skip }) => {
      if (missing) skip(missing);
      const server = await startServer();
      const queue = await openQueue(server.url);
      asked = [];
      let count = 0;
      const env = { HALLUGRAPH_QUEUE: server.url };
      const submitted = start(
        'none',
        ['submit', 'in.jsonl', '--run', 'big', ...SETTINGS, '--tries', '10'],
        env,
      );
      await succeeded(submitted.ended);
      const work = [
        ...words('worker --run big -j'),
        String(SLOTS),
        ...words('--threads 1 --lease 3'),
        ...SETTINGS,
      ];
      const killed = await killOverAndOver(server, queue, () => {
        count += 1;
        return start(`${name}-${count}`, work, env);
      });

      await succeeded(start('none', ['collect', 'big', '--out', name], env).ended);
      expect(await recordsOf(name)).toEqual(await recordsOf('one'));
      const { recorded, defects } = await queue.store.totals('big');
      expect({ recorded, defects, dead: (await queue.jobs('big').counts()).dead }).toEqual({
        ...{ recorded: PASSAGES, defects: 0, dead: 0 },
      });
      // Every call was made, and a second time only where it was on its way in a worker that was killed.
      expect([...new Set(asked.map(({ body }) => body))].sort()).toEqual([...new Set(needed)].sort());
      const last = new Map(asked.map((request, index) => [request.body, index]));
      const repeated = asked.filter(({ body }, index) => last.get(body) !== index);
      const wereOnTheirWay = new Set([...killed.values()].flatMap((bodies) => bodies.slice(-SLOTS)));
      expect(repeated.filter(({ key, body }) => !killed.has(key) || !wereOnTheirWay.has(body))).toEqual([]);
      expect(repeated.length).toBeLessThanOrEqual(KILLS * SLOTS);

      await queue.close();
      await server.stop();
    },
  );

  it.for(QUEUE_SERVERS)(
    'in $name gives back once what a worker had set aside that is killed in mid-call',
    { timeout: 60_000 },
    async ({ missing, start: startServer }, { skip }) => {
      if (missing) skip(missing);
      const server = await startServer();
      const queue = await openQueue(server.url);
      const env = { HALLUGRAPH_QUEUE: server.url };
      asked = [];
      const limits = ['--limit', String(SLOTS), '--budget-requests', String(SLOTS)];
      const submit = ['submit', 'in.jsonl', '--run', 'small', ...SETTINGS, ...limits];
      await succeeded(start('none', submit, env).ended);
      const work = ['worker', '--run', 'small', '--threads', '1', '--lease', '2', ...SETTINGS];
      const { child, ended } = start('unanswered', work, env);
      while (asked.length < SLOTS) await sleep(20);
      const { committed, reserved } = await queue.store.committed('small');
      expect([committed.requests, reserved.requests]).toEqual([SLOTS, SLOTS]);
      child.kill('SIGKILL');
      await ended;

      // The whole budget was on its way, and the whole of it is needed.
      const workers = [1, 2].map((number) => start(`other-${number}`, work, env));
      for (const worker of workers) await succeeded(worker.ended);
      expect(asked.filter(({ key }) => key !== UNANSWERED)).toHaveLength(SLOTS);
      const { recorded } = await queue.store.totals('small');
      const after = await queue.store.committed('small');
      expect([recorded, after.committed.requests, after.reserved.requests]).toEqual([SLOTS, SLOTS, 0]);
      await queue.close();
      await server.stop();
    },
  );
});
