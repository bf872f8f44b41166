import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jobId, jobPayload, readJob } from '../../src/queue/job.ts';
import { PermanentFailure } from '../../src/queue/run-jobs.ts';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { onOwnServer } from '../support/own-queue.ts';
import { QUEUE_SERVERS, type QueueServer, type ServerKind } from '../support/queue-servers.ts';

// PostgreSQL takes no damaged JSON.
const [REDIS, POSTGRES] = QUEUE_SERVERS as [ServerKind, ServerKind];

describe.skipIf(REDIS.missing !== null)('a queue in Redis', () => {
  let queue: Queue;
  let server: QueueServer;
  onOwnServer(REDIS.start, (opened, own) => {
    queue = opened;
    server = own;
  });

  it('puts a job aside whose text was damaged, lists it, and does the others', async () => {
    const line = queue.jobs('damaged');
    const passage = { id: 'p', prompt: 'Who?', response: 'Ann.' };
    await line.enqueue(
      [0, 1].map((index) => jobPayload({ index, passage })),
      3,
    );
    const redis = new Redis(server.url);
    await redis.hset(`hallugraph:run-damaged:${jobId('damaged', 0)}`, 'data', '{"index": 0');
    redis.disconnect();
    const done: number[] = [];
    const stop = line.work({
      ...{ concurrency: 1, leaseSeconds: 30 },
      async perform(payload) {
        try {
          done.push(readJob(payload, 2).index);
        } catch (error) {
          throw new PermanentFailure((error as Error).message);
        }
      },
    });
    while (done.length === 0 || (await line.counts()).dead === 0) await sleep(20);
    await stop();
    expect(done).toEqual([1]);
    const letters = [];
    for await (const letter of line.dead()) letters.push(letter);
    expect(letters).toEqual([
      { job: jobId('damaged', 0), index: null, reason: expect.stringContaining('not a job'), tries: 1 },
    ]);
  });
});

describe.skipIf(POSTGRES.missing !== null)('a queue in PostgreSQL whose statements may take so long', () => {
  let queue: Queue;
  let server: QueueServer;
  onOwnServer(POSTGRES.start, (opened, own) => {
    queue = opened;
    server = own;
  });

  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  /** Keeps others from a table until it is let go. */
  async function holding(table: string): Promise<() => Promise<unknown>> {
    const client = await connected();
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return () => client.query('ROLLBACK');
  }

  async function hurried(setting: string): Promise<Queue> {
    const opened = await openQueue(`${server.url}?${setting}`);
    onTestFinished(() => opened.close());
    return opened;
  }

  const OPTIONS = 'options=-c%20statement_timeout%3D200';

  it.each(['statement_timeout=200', OPTIONS])('by %s says that one took longer', async (setting) => {
    await queue.store.addRun('slow', '{}');
    const { store } = await hurried(setting);
    const letGo = await holding('hallugraph.record');
    await expect(store.totals('slow')).rejects.toMatchObject({
      name: 'StoreFailure',
      message: 'the store of the queue failed: canceling statement due to statement timeout',
    });
    await letGo();
    expect((await store.totals('slow')).recorded).toBe(0);
  });

  it('outlives a connection that breaks while it looks for its tables', async () => {
    await queue.jobs('any').counts();
    const letGo = await holding('hallugraph_jobs.migration');
    const { jobs, close } = await openQueue(server.url);
    const counted = jobs('any')
      .counts()
      .catch((error: unknown) => error);
    const others = `datname = 'postgres' AND wait_event_type = 'Lock'`;
    const client = await connected();
    const broken = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`;
    while ((await client.query(broken)).rowCount === 0) await sleep(20);
    expect(await counted).toMatchObject({ name: 'StoreFailure', message: expect.stringMatching(/terminat/) });
    await letGo();
    expect(await jobs('any').counts()).toMatchObject({ waiting: 0, active: 0 });
    await close();
  });

  it('ends a job later whose end took longer', async () => {
    const line = (await hurried(OPTIONS)).jobs('late');
    await line.enqueue([jobPayload({ index: 0, passage: { id: 'p', prompt: 'Who?' } })], 3);
    let tries = 0;
    const stop = line.work({
      ...{ concurrency: 1, leaseSeconds: 2 },
      async perform() {
        tries += 1;
        if (tries > 1) return;
        const letGo = await holding('hallugraph_jobs.job');
        setTimeout(letGo, 600);
      },
    });
    while (tries < 2 || Object.values(await queue.jobs('late').counts()).some((count) => count > 0))
      await sleep(50);
    await stop();
    expect(tries).toBe(2);
  });

  it('is opened while others write to its tables', async () => {
    const client = await connected();
    await client.query('BEGIN');
    for (const table of ['run', 'record', 'reservation'])
      await client.query(`LOCK TABLE hallugraph.${table} IN ROW EXCLUSIVE MODE`);
    const { store } = await hurried('options=-c%20lock_timeout%3D1000');
    expect(await store.findRun('none')).toBe(null);
  });

  it('adds to tables of older versions the column that they lack', async () => {
    await queue.store.addRun('older', '{}');
    const client = await connected();
    for (const table of ['run', 'record'])
      await client.query(`ALTER TABLE hallugraph.${table} DROP COLUMN estimated`);
    const { store } = await hurried('');
    const costs = { requests: 1, tokens: 2, usd: 0, estimated: true as const, defect: false };
    expect(await store.addRecord('older', 0, { body: Buffer.from('{}'), ...costs })).toBe(true);
    expect(await store.totals('older')).toMatchObject({ tokens: 2, estimated: true });
  });

  it('repeats a statement that was undone because of a deadlock', async () => {
    await queue.store.addRun('locked', '{}');
    const [first, second] = ['a', 'b'];
    for (const id of [first, second]) {
      const expected = { requests: 1, tokens: 0, usd: 0 };
      await queue.store.reserve('locked', id, { expected, milliseconds: 60_000 });
    }
    const client = await connected();
    const lock = (id: string) =>
      client.query(`SELECT FROM hallugraph.reservation WHERE id = '${id}' FOR UPDATE`);
    // Longer than that of the store's statement, which is the one that is undone therefore.
    await client.query("SET deadlock_timeout = '30s'; BEGIN");
    await lock(second);
    const renewed = queue.store.renew('locked', [first, second], 60_000);
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while ((await client.query(waiting)).rowCount === 0) await sleep(20);
    await lock(first);
    await client.query('COMMIT');
    await expect(renewed).resolves.toBeUndefined();
    const counted = 'SELECT sum(deadlocks)::int AS count FROM pg_stat_database';
    await expect.poll(async () => (await client.query(counted)).rows[0].count, { timeout: 20_000 }).toBe(1);
  });

  it('keeps few of the events of jobs', async () => {
    const line = queue.jobs('many');
    const payloads = Array.from({ length: 1500 }, (_, index) =>
      jobPayload({ index, passage: { id: `p${index}`, prompt: 'Who?' } }),
    );
    await line.enqueue(payloads, 3);
    let done = 0;
    const stop = line.work({
      ...{ concurrency: 20, leaseSeconds: 30 },
      async perform() {
        done += 1;
      },
    });
    while (done < payloads.length) await sleep(50);
    await stop();
    const client = await connected();
    const events = await client.query('SELECT count(*)::int AS count FROM hallugraph_jobs.event');
    expect(events.rows[0].count).toBeLessThan(1000);
  });
});
