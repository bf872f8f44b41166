import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BudgetError, ConfigError } from '../../src/errors.ts';
import { jobId, jobPayload } from '../../src/queue/job.ts';
import { queuedRun } from '../../src/queue/queued-run.ts';
import { REDIS_PREFIX } from '../../src/queue/redis-store.ts';
import type { Queue } from '../../src/queue/open-queue.ts';
import type { Performed } from '../../src/queue/performer.ts';
import type { StoredRun } from '../../src/queue/run-store.ts';
import type { WorkSettings } from '../../src/queue/runs-in-work.ts';
import { workOn } from '../../src/queue/work.ts';
import { sampleManifest } from '../report/sample-report.ts';
import { onOwnServer } from '../support/own-queue.ts';
import { QUEUE_SERVERS, type ServerKind } from '../support/queue-servers.ts';

const PASSAGES = 6;
const PERFORMED: Performed = {
  lines: ['{}'],
  costs: { requests: 1, tokens: 10, usd: 0.5, defect: false },
};
const payloadOf = (index: number) =>
  jobPayload({ index, passage: { id: `p${index}`, prompt: 'Who?', response: 'Ann.' } });
const MANIFEST = JSON.stringify(sampleManifest([]));

// How runs are worked on rests on the queue alone, which the contract tests on every store.
const [REDIS] = QUEUE_SERVERS as [ServerKind];

describe.skipIf(REDIS.missing !== null)('a worker', () => {
  let queue: Queue;
  let stopping: AbortController;
  let leaving: AbortController;
  let told: string[];
  let runs = 0;

  onOwnServer(REDIS.start, (opened) => {
    queue = opened;
  });
  beforeEach(() => {
    stopping = new AbortController();
    leaving = new AbortController();
    told = [];
  });
  afterEach(() => stopping.abort());

  async function submitted(manifest = MANIFEST): Promise<string> {
    runs += 1;
    const name = `run-${runs}`;
    await queue.store.addRun(name, manifest);
    await queue.store.setRun(name, { passages: PASSAGES });
    await queue.jobs(name).enqueue(
      Array.from({ length: PASSAGES }, (_, index) => payloadOf(index)),
      3,
    );
    return name;
  }

  const work = (
    run: string | undefined,
    perform: (id: string, signal: AbortSignal, run: string) => Promise<Performed>,
    given: Partial<WorkSettings> = {},
  ) =>
    workOn({
      ...{ queue, run, concurrency: 2, leaseSeconds: 30, version: '1' },
      open: async ({ name }) => ({
        perform: ({ passage }, signal) => perform(passage.id, signal, name),
        close: async () => {},
      }),
      ...{ stopping: stopping.signal, leaving: leaving.signal, log: (line) => told.push(line) },
      ...given,
    });

  it('lets what is in work end when it is stopped, and takes nothing more', async () => {
    const run = await submitted();
    const done = work(run, async () => {
      stopping.abort();
      await sleep(100);
      return PERFORMED;
    });
    expect(await done).toBe(false);
    const { recorded } = await queue.store.totals(run);
    expect(recorded).toBeGreaterThan(0);
    expect(recorded).toBeLessThan(PASSAGES);
    const { active, waiting } = await queue.jobs(run).counts();
    expect({ active, waiting }).toEqual({ active: 0, waiting: PASSAGES - recorded });
  });

  it('gives back what has not ended in time, with all its tries', async () => {
    const run = await submitted();
    const done = work(run, async (_, signal) => {
      stopping.abort();
      setTimeout(() => leaving.abort(), 50);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    expect(await done).toBe(false);
    expect(await queue.store.totals(run)).toMatchObject({ recorded: 0 });
    expect(await queue.jobs(run).counts()).toEqual({ waiting: PASSAGES, active: 0, delayed: 0, dead: 0 });
  });

  it.each([3600, -3600])('refuses to work where its clock is off by %i seconds', async (off) => {
    const run = await submitted();
    const store = { ...queue.store, clock: async () => Date.now() - off * 1000 };
    Object.setPrototypeOf(store, queue.store);
    const words = `3600 s ${off > 0 ? 'ahead of' : 'behind'} that of the queue's store`;
    const open = () => Promise.reject(new Error('opened'));
    const done = work(run, async () => PERFORMED, { queue: { ...queue, store }, open });
    await expect(done).rejects.toMatchObject({ name: 'RunError', message: expect.stringContaining(words) });
  });

  it('goes on with other runs when one in work is forgotten', async () => {
    const forgotten = await submitted();
    const own = await submitted();
    let begun = 0;
    const perform = async (_: string, _signal: AbortSignal, name: string) => {
      if (name === forgotten) {
        begun += 1;
        await queue.store.removeRun(name);
        await queue.jobs(name).clear();
      }
      return PERFORMED;
    };
    const done = work(undefined, perform, { concurrency: 1 });
    while (!told.includes(`cancelled: ${forgotten}`) || (await queue.store.totals(own)).recorded < PASSAGES)
      await sleep(20);
    stopping.abort();
    expect(await done).toBe(false);
    expect(begun).toBe(1);
  });

  it('goes on with a run whose budget was raised while it came to be used up, or just after', async () => {
    const run = await submitted();
    const raise = (usd: number) => {
      const manifest = JSON.parse(MANIFEST);
      const changed = { ...manifest, config: { ...manifest.config, budget: { usd } } };
      return queue.store.setRun(run, { manifest: JSON.stringify(changed), state: 'open' });
    };
    const states: (string | undefined)[] = [];
    const store = Object.assign(Object.create(queue.store), {
      async setRun(name: string, changes: Partial<StoredRun>) {
        await queue.store.setRun(name, changes);
        states.push(changes.state);
        await raise(2);
      },
    });
    let refusals = 0;
    const perform = async () => {
      refusals += 1;
      if (refusals === 1) await raise(1);
      if (refusals < 3) throw new BudgetError('used up');
      return PERFORMED;
    };
    const done = work(run, perform, { queue: { ...queue, store }, concurrency: 1 });
    expect(await done).toBe(true);
    expect(states).toEqual(['budget']);
    expect(told).toEqual([
      ...[`working on ${run}`, `working on ${run}`],
      ...[`${run}: used up`, `working on ${run}`, `done with ${run}`],
    ]);
    expect((await queue.store.totals(run)).recorded).toBe(PASSAGES);
  });

  it('ends with the error after which it cannot go on, also where the error comes while it polls', async () => {
    const run = await submitted();
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    let asked = 0;
    const store = Object.assign(Object.create(queue.store), {
      async findRun(name: string) {
        const found = await queue.store.findRun(name);
        asked += 1;
        if (asked > 1) await failed;
        return found;
      },
    });
    const perform = async () => {
      while (asked < 2) await sleep(5);
      setTimeout(fail, 50);
      throw new ConfigError('the key is refused');
    };
    const done = work(run, perform, { queue: { ...queue, store }, concurrency: 1 });
    await expect(done).rejects.toThrow('the key is refused');
    expect(await queue.jobs(run).counts()).toMatchObject({ waiting: PASSAGES, active: 0, dead: 0 });
  });

  it('tells once of passages whose jobs are gone, and works on them when they are there again', async () => {
    const run = await submitted();
    const redis = new Redis(queue.shown);
    // The first job is on no list any more, though the store holds what it was.
    const jobs = `${REDIS_PREFIX}:run-${run}`;
    expect(await redis.lrem(`${jobs}:wait`, 1, jobId(run, 0))).toBe(1);
    redis.disconnect();
    const status = () => queuedRun(queue, run).status();
    expect(await status()).toMatchObject({ state: 'open', lost: 1, waiting: PASSAGES - 1 });
    const performed: string[] = [];
    const ended = work(run, async (id) => {
      performed.push(id);
      return PERFORMED;
    });
    await expect.poll(() => told).toContain(`note: 1 passage of run ${run} without a job: submit it again`);
    expect(performed).toHaveLength(PASSAGES - 1);
    await queue.jobs(run).forgetLost([payloadOf(0)]);
    await queue.jobs(run).enqueue([payloadOf(0)], 3);
    expect(await ended).toBe(true);
    expect(performed.sort()).toEqual(Array.from({ length: PASSAGES }, (_, index) => `p${index}`));
    expect(told.filter((line) => line.includes('without a job'))).toHaveLength(1);
    expect(await status()).not.toHaveProperty('lost');
  });

  it('takes no job for lost that a worker has taken, though it is in no state yet', async () => {
    const run = await submitted();
    const redis = new Redis(queue.shown);
    const [jobs, id] = [`${REDIS_PREFIX}:run-${run}`, jobId(run, 0)];
    await redis.lrem(`${jobs}:wait`, 1, id);
    await redis.set(`${jobs}:${id}:lock`, 'of a worker');
    await queue.jobs(run).forgetLost([payloadOf(0)]);
    expect(await redis.exists(`${jobs}:${id}`)).toBe(1);
    await redis.del(`${jobs}:${id}:lock`);
    await queue.jobs(run).forgetLost([payloadOf(0)]);
    expect(await redis.exists(`${jobs}:${id}`)).toBe(0);
    redis.disconnect();
  });

  it('leaves runs that are not for it to others, whatever the store holds of them', async () => {
    await queue.store.addRun('no json \u001b[31m', '{"__proto__": {"polluted": true}');
    await queue.store.addRun('wíki: 雪 \u202e\u0007', MANIFEST);
    await queue.store.addRun('no-manifest', '{"__proto__": {"polluted": true}, "constructor": 1}');
    const other = await submitted();
    const own = await submitted();
    const done = work(undefined, async () => PERFORMED, {
      async open({ name }) {
        if (name === other) throw new ConfigError('seed is 5 here and 0 there');
        return { perform: async () => PERFORMED, close: async () => {} };
      },
    });
    while ((await queue.store.totals(own)).recorded < PASSAGES) await sleep(20);
    stopping.abort();
    expect(await done).toBe(false);
    expect(told).toContain(`note: skipping run ${other} on this worker: seed is 5 here and 0 there`);
    expect(told.filter((line) => line.includes('cannot be used'))).toHaveLength(2);
    expect(told.filter((line) => line.includes('letters, digits'))).toHaveLength(1);
    expect((await queue.store.totals(other)).recorded).toBe(0);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
