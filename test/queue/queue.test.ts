/** What every queue has to keep to, whatever store it is in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { NOTHING, type Spending } from '../../src/models/budget/budget.ts';
import { jobPayload } from '../../src/queue/job.ts';
import { Requeue, PermanentFailure } from '../../src/queue/run-jobs.ts';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { onOwnServer } from '../support/own-queue.ts';
import { QUEUE_SERVERS, type QueueServer } from '../support/queue-servers.ts';

const HARD = 'NUL \u0000, half a pair \ud800, ΅"\\ and 雪';
const payload = (index: number) =>
  jobPayload({ index, passage: { id: `p${index}`, prompt: HARD, response: 'r' } });
const payloads = (count: number) => Array.from({ length: count }, (_, index) => payload(index));
const IDLE = { waiting: 0, active: 0, delayed: 0, dead: 0 };
const record = (text: string) => ({
  body: Buffer.from(text),
  ...{ requests: 2, tokens: 30, usd: 0.25, defect: false },
});

describe.for(QUEUE_SERVERS)('a queue in $name', ({ missing, start }) => {
  describe.skipIf(missing !== null)(missing ?? 'a server of its own', () => {
    let server: QueueServer;
    let queue: Queue;
    let stops: (() => Promise<void>)[] = [];
    let runs = 0;

    onOwnServer(start, (opened, own) => {
      queue = opened;
      server = own;
    });
    afterEach(async () => {
      await Promise.all(stops.map((stop) => stop()));
      stops = [];
    });

    async function newRun(): Promise<string> {
      runs += 1;
      await queue.store.addRun(`run-${runs}`, `{"number":${runs}}`);
      return `run-${runs}`;
    }

    function work(
      run: string,
      perform: (payload: unknown) => Promise<void>,
      concurrency = 4,
    ): () => Promise<void> {
      const stop = queue.jobs(run).work({ concurrency, leaseSeconds: 2, perform });
      stops.push(stop);
      return stop;
    }

    async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
      while (!(await isSo())) await sleep(20);
    }
    const idle = (run: string) =>
      until(async () => Object.values(await queue.jobs(run).counts()).every((count) => count === 0));

    it('keeps a run under its name once, and what changes of it', async () => {
      const run = await newRun();
      const before = await queue.store.findRun(run);
      expect(before).toEqual({ manifest: `{"number":${runs}}`, state: 'open', passages: null });
      expect(await queue.store.addRun(run, 'another')).toEqual(before);
      await queue.store.setRun(run, { state: 'cancelled', passages: 12 });
      expect(await queue.store.findRun(run)).toEqual({ ...before, state: 'cancelled', passages: 12 });
      expect(await queue.store.runNames()).toContain(run);
      expect(await queue.store.findRun('no-such-run')).toBeNull();
      await queue.store.removeRun(run);
      expect(await queue.store.findRun(run)).toBeNull();
      expect(await queue.store.runNames()).not.toContain(run);
    });

    it('gives each job to one worker, with the payload as it was, and takes a place of a run once', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue(payloads(40), 3);
      await queue.jobs(run).enqueue(payloads(10), 3);
      expect(await queue.jobs(run).counts()).toEqual({ ...IDLE, waiting: 40 });
      const done: unknown[] = [];
      for (const _ of [1, 2]) work(run, async (job) => void done.push(job));
      await until(() => done.length >= 40);
      await until(async () => (await queue.jobs(run).counts()).active === 0);
      expect(done).toHaveLength(40);
      expect(done).toEqual(expect.arrayContaining(payloads(40)));
    });

    it('puts a job aside after its tries, one without hope at once, and gives them back when asked', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue(payloads(3), 2);
      const tries = [0, 0, 0];
      let fails = true;
      work(run, async (job) => {
        const { index } = job as { index: number };
        tries[index] = (tries[index] ?? 0) + 1;
        if (fails && index === 0) throw new Error('the service\nis down');
        if (fails && index === 1) throw new PermanentFailure('not a passage');
      });
      await until(async () => (await queue.jobs(run).counts()).dead === 2);
      expect(tries).toEqual([2, 1, 1]);
      const dead = [];
      for await (const letter of queue.jobs(run).dead()) dead.push(letter);
      expect(dead.sort((a, b) => Number(a.index) - Number(b.index))).toMatchObject([
        { index: 0, reason: 'the service is down', tries: 2 },
        { index: 1, reason: 'not a passage', tries: 1 },
      ]);
      fails = false;
      expect(await queue.jobs(run).retry()).toBe(2);
      await idle(run);
      expect(tries).toEqual([3, 2, 1]);
    });

    it('lets no job wait for its next try when it is asked', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue([payload(0)], 20);
      const stop = work(run, () => Promise.reject(new Error('not now')));
      await until(async () => (await queue.jobs(run).counts()).delayed === 1);
      await stop();
      expect(await queue.jobs(run).retry()).toBe(1);
      expect(await queue.jobs(run).counts()).toEqual({ ...IDLE, waiting: 1 });
    });

    it('counts no try of a job that is handed back, and lets those in work end when it stops', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue([payload(0)], 1);
      const stop = work(run, async () => {
        await sleep(100);
        throw new Requeue();
      });
      await until(async () => (await queue.jobs(run).counts()).active === 1);
      await stop();
      expect(await queue.jobs(run).counts()).toEqual({ ...IDLE, waiting: 1 });
      let done = 0;
      work(run, async () => {
        done += 1;
      });
      await until(() => done === 1);
    });

    it('clears a queue of what is waiting', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue(payloads(2), 1);
      await queue.jobs(run).clear();
      expect(await queue.jobs(run).counts()).toEqual(IDLE);
    });

    it('keeps a record of a place once, whoever is first, and counts its costs once', async () => {
      const run = await newRun();
      const writers = Array.from({ length: 8 }, (_, writer) => record(`by ${writer}`));
      const kept = await Promise.all(writers.map((one) => queue.store.addRecord(run, 7, one)));
      expect(kept.filter(Boolean)).toHaveLength(1);
      const odd = { ...record('\u0000ÿ'), defect: true, estimated: true as const };
      expect(await queue.store.addRecord(run, 9, odd)).toBe(true);
      expect(await queue.store.recorded(run, [6, 7, 8, 9])).toEqual(new Set([7, 9]));
      const found = await queue.store.records(run, 7, 3);
      expect([...found.keys()].sort()).toEqual([7, 9]);
      expect(found.get(7)?.toString()).toBe(`by ${kept.indexOf(true)}`);
      expect(found.get(9)?.toString()).toBe('\u0000ÿ');
      const totals = { recorded: 2, defects: 1, requests: 4, tokens: 60, usd: 0.5, estimated: true };
      expect(await queue.store.totals(run)).toEqual(totals);
      expect(await queue.store.addRecord('no-such-run', 0, record('of nothing'))).toBe(false);
      expect(await queue.store.totals('no-such-run')).toEqual({
        ...{ recorded: 0, defects: 0, requests: 0, tokens: 0, usd: 0 },
      });
    });

    it('knows the workers that said something lately', async () => {
      await queue.store.beat('a', '{"host":"a"}', 60);
      await queue.store.beat('b', 'first', 60);
      await queue.store.beat('b', 'second', 60);
      await queue.store.beat('c', 'gone', 1);
      await sleep(1300);
      const said = await queue.store.workers();
      expect(said.map(({ note }) => note)).toEqual(['{"host":"a"}', 'second']);
      for (const { expiresIn } of said) {
        expect(expiresIn).toBeGreaterThan(30);
        expect(expiresIn).toBeLessThan(59);
      }
    });

    it('tells its time', async () => {
      const before = await queue.store.clock();
      const after = await queue.store.clock();
      expect(after).toBeGreaterThanOrEqual(before);
      expect(Math.abs(after - Date.now())).toBeLessThan(600_000);
    });

    it('lets turns follow one another', async () => {
      const waits: number[] = [];
      for (let turn = 0; turn < 4; turn++) waits.push(await queue.store.takeTurn('model', 60_000));
      expect(waits[0]).toBe(0);
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThan((index - 0.5) * 60_000);
        expect(wait).toBeLessThanOrEqual(index * 60_000);
      }
      expect(await queue.store.takeTurn('another', 10)).toBe(0);
    });

    it('spends what a run may, and not more however many ask at once', async () => {
      const run = await newRun();
      const cost = { requests: 1, tokens: 10, usd: 0.5 };
      const reserve = (id: string, limits: Partial<Spending>) =>
        queue.store.reserve(run, id, { expected: cost, limits, milliseconds: 60_000 });
      const ids = Array.from({ length: 9 }, (_, index) => `id-${index}`);
      const asked = await Promise.all(ids.map((id) => reserve(id, { requests: 5 })));
      expect(asked.filter(({ fits }) => fits)).toHaveLength(5);
      const [first = '', second = ''] = ids.filter((_, index) => asked[index]?.fits);
      await queue.store.settle(run, first, { requests: 1, tokens: 0, usd: 0.75, estimated: true });
      await queue.store.settle(run, second, { requests: 0, tokens: 0, usd: 0 });
      expect(await queue.store.committed(run)).toEqual({
        committed: { requests: 4, tokens: 30, usd: 2.25, estimated: true },
        reserved: { requests: 3, tokens: 30, usd: 1.5 },
      });
      expect((await reserve('another', { usd: 2.5 })).fits).toBe(false);
      expect((await reserve('another', { usd: 2.75 })).fits).toBe(true);
    });

    it('gives back once what was set aside and nobody keeps, and counts what it cost all the same', async () => {
      const run = await newRun();
      const expected = { requests: 1, tokens: 10, usd: 0.5 };
      const reserve = (id: string, milliseconds: number) =>
        queue.store.reserve(run, id, { expected, limits: { requests: 3 }, milliseconds });
      for (const id of ['gone', 'late']) await reserve(id, 1500);
      await reserve('kept', 1500);
      expect((await reserve('another', 1500)).fits).toBe(false);
      await queue.store.renew(run, ['kept', 'unknown'], 60_000);
      await sleep(1600);
      const ids = ['a', 'b', 'c', 'd'];
      const asked = await Promise.all(ids.map((id) => reserve(id, 60_000)));
      // who is refused while another gives back asks again
      for (const [index, id] of ids.entries())
        if (!asked[index]?.fits) asked[index] = await reserve(id, 60_000);
      expect(asked.filter(({ fits }) => fits)).toHaveLength(2);
      await queue.store.settle(run, 'late', { requests: 1, tokens: 4, usd: 0.25 });
      expect(await queue.store.committed(run)).toEqual({
        committed: { requests: 4, tokens: 34, usd: 1.75 },
        reserved: { requests: 3, tokens: 30, usd: 1.5 },
      });
      await queue.store.removeRun(run);
      const { committed, reserved } = await queue.store.committed(run);
      expect([committed, reserved]).toEqual([NOTHING, NOTHING]);
    });

    it('keeps answers by draw, the first of each, for their time', async () => {
      const draws = new Map([
        [0, 'zero'],
        [2, 'two'],
      ]);
      await queue.store.keepAnswers('key', draws);
      await queue.store.keepAnswers('key', new Map([[0, 'another']]));
      await queue.store.keepAnswers('short', new Map([[0, 'zero']]), 1);
      await queue.store.keepAnswers('short', new Map());
      expect(await queue.store.findAnswers('key', { first: 0, n: 3 })).toEqual(draws);
      expect(await queue.store.findAnswers('key', { first: 1, n: 1 })).toEqual(new Map());
      await sleep(1300);
      expect(await queue.store.findAnswers('short', { first: 0, n: 1 })).toEqual(new Map());
    });

    it('gives a claim to one owner until it is released or ends', async () => {
      const owners = ['a', 'b', 'c', 'd'];
      const claimed = await Promise.all(owners.map((owner) => queue.store.claim('key', owner, 60_000)));
      expect(claimed.filter(Boolean)).toHaveLength(1);
      const owner = owners[claimed.indexOf(true)] as string;
      expect(await queue.store.claim('key', owner, 60_000)).toBe(true);
      await queue.store.release('key', 'somebody else');
      expect(await queue.store.claim('key', 'e', 60_000)).toBe(false);
      await queue.store.release('key', owner);
      expect(await queue.store.claim('key', 'e', 100)).toBe(true);
      await sleep(200);
      expect(await queue.store.claim('key', 'f', 100)).toBe(true);
    });

    it('waits for a server that is not there if it is told to, and says so once', async () => {
      const told: string[] = [];
      let opening: Promise<Queue> | undefined;
      await server.restart(async () => {
        await expect(openQueue(server.url)).rejects.toThrow('cannot be used: connection refused');
        opening = openQueue(server.url, { waitSeconds: 60, onProblem: (problem) => told.push(problem) });
        await until(() => told.length > 0);
      });
      const opened = await opening;
      expect(await opened?.store.findRun('no-such-run')).toBeNull();
      await opened?.close();
      expect(told).toEqual([expect.stringMatching(/connection refused.*: waiting for it up to 60 seconds/)]);
    });

    it('stops a worker while the server is away', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue([payload(0)], 1);
      let isDone = false;
      const stop = work(run, async () => {
        isDone = true;
      });
      await until(async () => isDone && (await queue.jobs(run).counts()).active === 0);
      await server.restart(async () => {
        await sleep(500);
        await stop();
      });
      expect(await queue.jobs(run).counts()).toEqual(IDLE);
    });

    it('stops a worker whose job ends while the server is away', async () => {
      const run = await newRun();
      await queue.jobs(run).enqueue([payload(0)], 1);
      let end = () => {};
      const stop = work(run, () => new Promise<void>((resolve) => (end = resolve)));
      await until(async () => (await queue.jobs(run).counts()).active === 1);
      await server.restart(async () => {
        end();
        await stop();
      });
      // whoever comes next is given it, if its end was not told
      work(run, async () => {});
      await idle(run);
    });

    it('goes on after a restart of the server, losing nothing and doing nothing twice', async () => {
      const run = await newRun();
      const count = 60;
      await queue.jobs(run).enqueue(payloads(count), 5);
      let kept = 0;
      work(run, async (job) => {
        await sleep(20);
        const { index } = job as { index: number };
        if (await queue.store.addRecord(run, index, record(`of ${index}`))) kept += 1;
      });
      await until(() => kept >= 10);
      await server.restart();
      await until(async () => (await queue.store.totals(run)).recorded === count);
      await idle(run);
      const texts = [...(await queue.store.records(run, 0, count))].sort(([a], [b]) => a - b);
      expect(texts.map(([, body]) => String(body))).toEqual(texts.map(([index]) => `of ${index}`));
      expect(texts).toHaveLength(count);
    });
  });
});
