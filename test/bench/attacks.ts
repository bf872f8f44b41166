/** What clients send that they should not, jobs that a queue lost, and calls that fail under a budget: each tried many times. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createCorrector } from '../../src/detector/corrector.ts';
import { jobId } from '../../src/queue/job.ts';
import { REDIS_PREFIX } from '../../src/queue/redis-store.ts';
import { methodsOf } from '../../src/service/methods.ts';
import { brooke } from '../support/brooke.ts';
import { listeningService } from '../support/listening-service.ts';
import { type Answer, failure } from '../support/openai-server.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';
import { asItIs, type DamageOutcome, endingOf, GCA, inWorkplace, tried } from './workplace.ts';

const { prompt, response } = brooke.passage;
const PASSAGE = { prompt, response, samples: brooke.samples };

/** One session of MCP: each message over the limit is refused by its id, and the call after it is answered. */
const ofMessages = (tries: number): Promise<DamageOutcome> =>
  inWorkplace(asItIs, async ({ run }) => {
    const long = { ...PASSAGE, response: 'x'.repeat(11_000_000) };
    const call = (id: string, input: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'evaluate', arguments: input } })}\n`;
    const clientInfo = { name: 'faults', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    async function* messages() {
      yield `${JSON.stringify({ jsonrpc: '2.0', id: 'begin', method: 'initialize', params })}\n`;
      yield `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;
      for (let index = 0; index < tries; index++) {
        yield call(`long ${index}`, long);
        yield call(`next ${index}`, PASSAGE);
      }
    }
    const own = globalThis.console;
    const { status, stdout } = await run('mcp --preset local', { stdin: messages() });
    // The command sends what is printed to standard error, for as long as its process lasts.
    globalThis.console = own;
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const answerTo = (id: string) => answers.find((answer) => answer.id === id);
    return tried('messages of 11 MB to mcp, each before a call', tries, async (index) => {
      const isRefused = /longer than \d+ bytes/.test(answerTo(`long ${index}`)?.error?.message);
      const isAnswered = answerTo(`next ${index}`)?.result?.structuredContent?.label === 'hallucinated';
      return status === 0 && isRefused && isAnswered ? 'well' : 'failed';
    });
  });

/** A service with one place: each body that never ends is given up, and a passage sent beside it is answered. */
async function ofSlowBodies(tries: number): Promise<DamageOutcome> {
  const corrector = createCorrector({ preset: 'local' });
  const service = await listeningService(methodsOf(corrector, corrector.detector), {
    ...{ concurrency: 1, timeoutSeconds: 5 },
  });
  const url = new URL('v1/evaluate', service.url);
  const headers = { 'content-type': 'application/json' };
  const post = async () => {
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(PASSAGE) });
    return status;
  };
  await post();
  const slow = Array.from({ length: tries }, async () => {
    const sending = request(url, { method: 'POST', headers });
    sending.write('{"prompt":');
    const [answer] = await once(sending, 'response');
    sending.destroy();
    return answer.statusCode;
  });
  const passages: number[] = [];
  for (let index = 0; index < tries; index++) passages.push(await post());
  const bodies = await Promise.all(slow);
  await service.close();
  await corrector.close();
  return tried('bodies that never end, with a passage beside each', tries, async (index) =>
    bodies[index] === 408 && passages[index] === 200 ? 'well' : 'failed',
  );
}

/** Jobs that are gone from the list: the worker says so, and works on them once the run is submitted again. */
async function ofLostJobs(tries: number): Promise<DamageOutcome[]> {
  const redis = QUEUE_SERVERS.find(({ name }) => name === 'redis');
  if (!redis || redis.missing !== null) {
    console.error(`left out: lost jobs of a queue (${redis?.missing})`);
    return [];
  }
  const server = await redis.start();
  try {
    const outcome = await tried('jobs of a queue lost; worker, submit, collect', tries, (index) =>
      inWorkplace(asItIs, async ({ run }) => {
        const cli = (line: string) => run(`${line} --queue ${server.url}`);
        await cli('submit in.jsonl --run r --preset local');
        const client = new Redis(server.url);
        const lost = [0, 1, 2].slice(0, 1 + (index % 2));
        for (const place of lost) await client.lrem(`${REDIS_PREFIX}:run-r:wait`, 1, jobId('r', place));
        client.disconnect();
        const working = cli('worker --run r --preset local --threads 1');
        const isSeen = await seen(async () => (await cli('status r')).stdout.includes('without a job'));
        await cli('submit in.jsonl --run r --preset local');
        const { status } = await working;
        const collected = await cli('collect r --out run');
        await cli('cancel r --forget');
        return endingOf(collected, isSeen && status === 0);
      }),
    );
    return [outcome];
  } finally {
    await server.stop();
  }
}

async function seen(isThere: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < 50; look++) {
    if (await isThere()) return true;
    await sleep(200);
  }
  return false;
}

const FAILURES: readonly Answer[] = [
  failure(500),
  failure(400, { message: 'bad' }),
  { drop: 'reset' },
  { rawBody: '{"choices": [{"message": {"cont' },
];
const RETRYING = ['models.generator.maxRetries=1', 'models.generator.giveUpSeconds=2'];

/** Every second request fails: no more are made than the budget allows. */
const ofFailingCalls = (tries: number): Promise<DamageOutcome> =>
  tried('every second call fails, under a budget in requests', tries, (index) => {
    let asked = 0;
    const answered = (answer: Answer): Answer =>
      ++asked % 2 === 0 ? answer : (FAILURES[index % FAILURES.length] as Answer);
    const most = 1 + Math.floor(index / FAILURES.length);
    return inWorkplace(answered, async ({ run, server }) => {
      const settings = RETRYING.map((setting) => `--set ${setting}`).join(' ');
      const ended = await run(`${GCA} ${settings} --no-cache --budget-requests ${most} --out run`);
      const isKept = server.requests.length <= most;
      if (!isKept) return 'failed';
      return ended.status === 1 ? 'told' : endingOf(ended, isKept);
    });
  });

export const sufferAttacks = async (): Promise<DamageOutcome[]> => [
  await ofMessages(10),
  await ofSlowBodies(60),
  ...(await ofLostJobs(4)),
  await ofFailingCalls(24),
];
