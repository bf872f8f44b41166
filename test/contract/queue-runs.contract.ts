/** Runs on a queue of either kind of server, from submit to collect, beside the same run in one process. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { ModelCallError } from '../../src/errors.ts';
import { type JobPayload, jobId } from '../../src/queue/job.ts';
import { openQueue } from '../../src/queue/open-queue.ts';
import { packed } from '../../src/queue/packed.ts';
import { MEMORY_SECONDS } from '../../src/queue/worker-note.ts';
import { POLL_MILLISECONDS } from '../../src/run/run-progress.ts';
import { brooke } from '../support/brooke.ts';
import type { QueueServer, ServerKind } from '../support/queue-servers.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { simulate } from '../support/simulated-model.ts';
import { jsonIn, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { type HostOptions, refusal, run, succeeded } from '../cli/test-host.ts';
import { parsedLines } from '../support/json-lines.ts';

const modelConfig = (cwd: string) => `
preset: gca
cache: { dir: ${JSON.stringify(path.join(cwd, 'answers'))} }
sampling: { n: 2 }
encoder: { kind: identity }
verification: { headDraws: 2, relationDraws: 2, tailDraws: 2 }
`;

const LABELS = [{ label: 'factual' }, { label: 'non-factual' }, { label: 'factual' }];

const PASSAGES = Array.from({ length: 23 }, (_, index) => ({
  id: `p${index}`,
  prompt: 'Who?',
  response: `Ann Lee sang in ${index}. ${index % 3 === 0 ? 'This is wrong.' : 'She lived.'}`,
  samples: ['Ann Lee sang in Leeds.', `Ann Lee sang in ${index}.`],
}));

export function queueRunsContract({ name, missing, start }: ServerKind): void {
  describe.skipIf(missing !== null)(`on ${name}: ${missing ?? 'a server of its own'}`, () => {
    let server: QueueServer;
    beforeAll(async () => {
      server = await start();
    }, 60_000);
    afterAll(() => server?.stop(), 60_000);

    async function workplace(passages: readonly unknown[] = PASSAGES) {
      const cwd = await temporaryFolder({ 'in.jsonl': passages });
      // A name of its own for every test, whatever order they have.
      const name = path.basename(cwd);
      const cli = (args: string, options: Partial<HostOptions> = {}) =>
        run(args.replaceAll('NAME', name), { cwd, env: { HALLUGRAPH_QUEUE: server.url }, ...options });
      const records = (out: string) => textIn(cwd, `${out}/records.jsonl`);
      const manifest = async (out: string) => {
        const { startedAt, finishedAt, ...rest } = await jsonIn(cwd, `${out}/run.json`);
        return rest;
      };
      /** Whether the run comes to what one process has recorded. */
      const collectSame = async (options?: Partial<HostOptions>) => {
        await succeeded(cli('collect NAME --out many', options));
        expect(await records('many')).toBe(await records('one'));
      };
      return { cwd, name, cli, records, manifest, collectSame };
    }

    const statusOf = async (cli: Awaited<ReturnType<typeof workplace>>['cli']) =>
      JSON.parse((await cli('status NAME --json --dead')).stdout);

    /** As it is in the store. */
    async function manifestOf(name: string): Promise<string> {
      const queue = await openQueue(server.url);
      const { manifest = '' } = (await queue.store.findRun(name)) ?? {};
      await queue.close();
      return manifest;
    }

    it('gives the folder that one process writes, byte by byte', async () => {
      const { cli, manifest, collectSame } = await workplace();
      await cli('evaluate in.jsonl --out one');
      await succeeded(cli('submit in.jsonl --run NAME'));
      await succeeded(cli('worker --run NAME -j 3'));
      await collectSame();
      expect(await manifest('many')).toEqual(await manifest('one'));
      const shown = async (out: string) => (await cli(`evaluate --resume ${out} --format csv`)).stdout;
      expect(await shown('many')).toBe(await shown('one'));
    });

    it('does so with the detector itself, whose passages are read from another form', async () => {
      const { cwd, cli, collectSame } = await workplace();
      await writeFiles(cwd, { 'in.json': JSON.stringify(PASSAGES.slice(0, 3)) });
      const own = { createDetector };
      await cli('evaluate in.json --preset local --out one', own);
      await cli('submit in.json --preset local --run NAME', own);
      await succeeded(cli('worker --preset local --run NAME --threads 1', own));
      await collectSame(own);
    });

    it('checks against references, and evaluates the part of the input that is asked for', async () => {
      const context = ['Ann Lee sang in 3. She lived in Leeds.'];
      const { cli, manifest, collectSame } = await workplace(PASSAGES.map((one) => ({ ...one, context })));
      await cli('check in.jsonl --filter p1* --limit 4 --out one');
      await cli('submit in.jsonl --command check --filter p1* --limit 4 --run NAME');
      expect((await statusOf(cli)).passages).toBe(4);
      await cli('worker --run NAME');
      await collectSame();
      expect(await manifest('many')).toEqual(await manifest('one'));
    });

    it.for([
      ['correct', '--preset local', '--replace text', 'corrections.jsonl'],
      ['select', '', '--only-clean', 'records.jsonl'],
      ['bench', '--preset local', '--ablate --methods all --scores other.jsonl', 'records.jsonl'],
    ] as const)('does %s with its own options', async ([command, settings, own, file]) => {
      const context = ['Ann Lee sang in Leeds.'];
      const { cwd, cli, manifest } = await workplace(
        PASSAGES.slice(0, 4).map((one, index) =>
          command === 'select'
            ? { id: one.id, prompt: one.prompt, context, responses: [one.response, 'Ann Lee sang in Leeds.'] }
            : // The last one has no label, so that nothing is compared with it.
              { ...one, ...LABELS[index] },
        ),
      );
      await writeFiles(cwd, { 'other.jsonl': '{"id": "p0", "method": "other", "score": 1}\n' });
      const host = { createDetector };
      const all = [command, command === 'bench' ? 'jsonl --data in.jsonl' : 'in.jsonl', settings, own];
      await succeeded(cli(`${all.join(' ').trim()} --out one`.replace(/ +/g, ' '), host));
      const options = `--command ${command} ${settings} ${own}`.replace(/ +/g, ' ');
      await succeeded(cli(`submit in.jsonl --run NAME ${options}`, host));
      await succeeded(cli(`worker --run NAME --threads 1 ${settings}`.trim(), host));
      await succeeded(cli('collect NAME --out many', host));
      const [mine, theirs] = ['many', 'one'].map((out) => filesOf(path.join(cwd, out)));
      expect(await mine).toEqual(await theirs);
      expect([...((await theirs)?.keys() ?? [])]).toContain(file);
      expect(await manifest('many')).toEqual(await manifest('one'));
      const shown = async (out: string) => (await cli(`${command} --resume ${out}`, host)).stdout;
      expect((await shown('many')).replaceAll('many', 'one')).toBe(await shown('one'));
    });

    it('refuses options of a run of one process, and those that no command has', async () => {
      const { cli } = await workplace();
      const refused = async (args: string) => (await cli(`submit in.jsonl --run NAME ${args}`)).stderr;
      expect(await refused('--out here')).toContain('--out applies to a run in one process');
      expect(await refused('--dry-run')).toContain('--dry-run applies to a run in one process');
      expect(await refused('--command bench --methods all')).toContain('no passage has a label');
      expect(await refused('--nonsense')).toContain("unknown option '--nonsense'");
      expect(await refused('--command correct --preset paper-wikibio')).toContain('scoring.threshold');
    });

    it('submits a run once, and refuses another input, other settings and another version under its name', async () => {
      const { cwd, name, cli } = await workplace();
      await cli('submit in.jsonl --run NAME');
      await succeeded(cli('submit in.jsonl --run NAME'));
      expect(await statusOf(cli)).toMatchObject({ passages: 23, waiting: 23, recorded: 0, state: 'open' });
      const seed = '--set seed=5';
      expect((await cli(`submit in.jsonl --run NAME ${seed}`)).stderr).toContain(
        'seed is 5 here and 0 there',
      );
      expect(await refusal(cli(`worker --run NAME ${seed}`))).toContain(
        "submitted with settings that differ from this worker's: seed is 5 here and 0 there",
      );
      expect((await cli('worker --run NAME', { backend: 'another' })).stderr).toContain(
        'backend is "another" here',
      );
      await writeFiles(cwd, { 'in.jsonl': [PASSAGES[0]] });
      expect((await cli('submit in.jsonl --run NAME')).stderr).toContain('exists with different input');

      const queue = await openQueue(server.url);
      const manifest = JSON.parse((await queue.store.findRun(name))?.manifest ?? '');
      const older = { ...manifest, tool: { ...manifest.tool, version: '0.0.1' } };
      await queue.store.setRun(name, { manifest: JSON.stringify(older) });
      await queue.close();
      expect((await cli('worker --run NAME')).stderr).toMatch(/version is "\d.*" here and "0\.0\.1" there/);
    });

    it('refuses other settings also for a run that is done, and says of one with its own that it is', async () => {
      const { name, cli } = await workplace(PASSAGES.slice(0, 2));
      await cli('submit in.jsonl --run NAME');
      await succeeded(cli('worker --run NAME'));
      expect(await refusal(cli('worker --run NAME --seed 5'))).toContain(
        "settings that differ from this worker's: seed is 5 here and 0 there",
      );
      expect(await cli('worker --run NAME')).toMatchObject({ status: 0, stderr: `done with ${name}\n` });
      await cli('cancel NAME');
      expect(await cli('worker --run NAME')).toMatchObject({ status: 1, stderr: `cancelled: ${name}\n` });
    });

    it('says what is wrong with the input before anything is on the queue', async () => {
      const { cli } = await workplace([...PASSAGES, { id: 'bad', prompt: 7 }]);
      const stderr = await refusal(cli('submit in.jsonl --run NAME'));
      expect(stderr).toContain('in.jsonl, line 24: field "prompt"');
      expect((await cli('status NAME')).stderr).toContain('no run');
      expect((await cli('submit - --run NAME')).stderr).toContain('needs a file');
      expect((await cli('submit in.jsonl --run a/b')).stderr).toContain('letters, digits');
    });

    it('puts passages aside that fail again and again, collects those before, and goes on once they are retried', async () => {
      const { cli, records, collectSame } = await workplace();
      await cli('evaluate in.jsonl --out one');
      await cli('submit in.jsonl --run NAME --tries 1');
      const before: HostOptions['before'] = ({ id }) => {
        if (id === 'p7') throw new ModelCallError('the service is overloaded', { retryable: true });
      };
      await succeeded(cli('worker --run NAME', { before }));
      expect(await statusOf(cli)).toMatchObject({
        ...{ state: 'open', recorded: 22, dead: 1 },
        deadLetters: [{ index: 7, reason: 'the service is overloaded', tries: 1 }],
      });
      expect((await cli('status NAME --dead')).stdout).toContain(
        'passage 7, one try: the service is overloaded',
      );
      const partial = await cli('collect NAME --out many');
      expect(partial).toMatchObject({ status: 4 });
      expect(partial.stderr).toContain('Collected 7 of 23 passages; 1 passage failed');
      expect((await records('one')).startsWith(await records('many'))).toBe(true);
      expect((await cli('retry NAME')).stderr).toContain('1 passage of');
      await cli('worker --run NAME');
      await collectSame();
    });

    it('takes a run that two submit at once while workers work on it', async () => {
      const { cli, collectSame } = await workplace();
      await cli('evaluate in.jsonl --out one');
      const submit = () => cli('submit in.jsonl --run NAME');
      const first = submit();
      while ((await cli('status NAME')).status !== 0);
      const ended = await Promise.all([first, submit(), cli('worker --run NAME'), cli('worker --run NAME')]);
      expect(ended.map(({ status, stderr }) => (status === 0 ? 0 : stderr))).toEqual([0, 0, 0, 0]);
      expect(await statusOf(cli)).toMatchObject({ state: 'done', recorded: 23, waiting: 0, dead: 0 });
      await collectSame();
    });

    it('ends a worker whose store is full with its words, and loses nothing', async () => {
      const { name, cli, collectSame } = await workplace();
      await cli('evaluate in.jsonl --out one');
      await cli('submit in.jsonl --run NAME');
      let makeRoom: (() => Promise<unknown>) | undefined;
      const before: HostOptions['before'] = async ({ id }) => {
        if (id === 'p5') makeRoom ??= await fill(server.url, name);
      };
      const ended = await cli('worker --run NAME -j 2 --lease 2', { before });
      expect(ended).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/the store of the queue failed: .*(OOM|full)/),
      });
      const other = await cli('submit in.jsonl --run other');
      expect(other.stderr).toContain(server.url.startsWith('redis') ? 'failed: OOM' : 'is at');
      await makeRoom?.();
      expect(await statusOf(cli)).toMatchObject({ state: 'open', dead: 0 });
      await succeeded(cli('worker --run NAME --lease 2'));
      await collectSame();
    });

    it('records a defect as one process does', async () => {
      const { cli, collectSame } = await workplace();
      const before: HostOptions['before'] = ({ id }) => {
        if (id === 'p3') throw new TypeError('a bug');
      };
      await cli('evaluate in.jsonl --out one', { before });
      await cli('submit in.jsonl --run NAME');
      await cli('worker --run NAME', { before });
      expect(await statusOf(cli)).toMatchObject({ state: 'done', recorded: 23, defects: 1 });
      await collectSame();
    });

    it('ends a worker that no passage would succeed on, and gives back what it has', async () => {
      const { cli } = await workplace();
      await cli('submit in.jsonl --run NAME');
      const before = () => {
        throw new ModelCallError('the key is not valid', { retryable: false, status: 401 });
      };
      const { status, stderr } = await cli('worker --run NAME', { before });
      expect({ status, stderr }).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('the key is not valid'),
      });
      expect(await statusOf(cli)).toMatchObject({ recorded: 0, dead: 0, active: 0, waiting: 23 });
    });

    it('puts aside what is no job, whatever it holds, and does the others', async () => {
      const { name, cli, collectSame } = await workplace();
      await cli('evaluate in.jsonl --out one');
      await cli('submit in.jsonl --run NAME');
      const job = (text: string, more: object = {}) => ({
        ...{ schemaVersion: 1, index: 1, passage: packed(text).toString('base64'), ...more },
      });
      const one = JSON.stringify(PASSAGES[1]);
      const hostile: unknown[] = [
        ...[null, 7, 'text', [], {}, { schemaVersion: 2 }],
        { schemaVersion: 1, index: -1, passage: '' },
        job(JSON.stringify(PASSAGES[0]), { index: 23 }),
        { schemaVersion: 1, index: 1, passage: 'no base64!' },
        job('{"id": '),
        job('{"__proto__": {"polluted": true}, "constructor": {}}'),
        job(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
        job(`${'{"id":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
        job(one, { stages: 'all' }),
        job(JSON.stringify({ ...PASSAGES[1], samples: { length: 9 } })),
        job(one, { index: 1e300 }),
        job(`"${'bomb'.repeat(10_000_000)}"`),
        JSON.parse('{"__proto__": {"index": 1}, "schemaVersion": 1, "toString": 1}'),
      ];
      const queue = await openQueue(server.url);
      for (const [number, payload] of hostile.entries()) await enqueueRaw(queue, name, payload, number);
      await queue.close();
      await succeeded(cli('worker --run NAME'));
      const { recorded, deadLetters } = await statusOf(cli);
      expect({ recorded, dead: deadLetters.length }).toEqual({ recorded: 23, dead: hostile.length });
      for (const { reason } of deadLetters)
        expect(reason).toMatch(/not a job|damaged|longer than|passage(: | "p1": )|id: /);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      await collectSame();
    });

    it('says how long a worker was silent, and counts on those alone that were heard lately', async () => {
      const { name, cli } = await workplace();
      await cli('submit in.jsonl --run NAME');
      const queue = await openQueue(server.url);
      const workers = ['killed', 'alive'].map((worker, index) => ({
        ...{ worker: name + worker, host: worker, pid: index, version: '1', concurrency: 1 },
        ...{ startedAt: '2026-01-31T12:00:00.000Z', runs: { [name]: { done: 20, perMinute: 46 } } },
      }));
      for (const [index, note] of workers.entries())
        await queue.store.beat(note.worker, JSON.stringify(note), MEMORY_SECONDS - (index === 0 ? 20 : 1));
      const { stdout } = await cli('status NAME');
      expect(stdout).toContain('  46.0 a minute by 1 worker, about 30 s left\n');
      expect(stdout).toMatch(/ {2}killed 0: 20 done, 46 a minute, silent for 2\d s\n/);
      expect(stdout).toMatch(/ {2}alive 1: 20 done, 46 a minute, heard \d s ago\n/);
      expect((await cli('status')).stdout).toMatch(
        new RegExp(`^${name} +open +0 of 23 +0 +46 +1 +30 s`, 'm'),
      );
      for (const note of workers) await queue.store.beat(note.worker, '', 1);
      await queue.close();
    });

    it('lists runs beside one that cannot be read', async () => {
      const { name, cli } = await workplace();
      await cli('submit in.jsonl --run NAME');
      const queue = await openQueue(server.url);
      await queue.store.addRun('not\u001b[31m-a-run', '{"__proto__": {}}');
      await queue.close();
      const { stdout, stderr } = await succeeded(cli('status'));
      expect(stdout).toMatch(new RegExp(`^${name} +open`, 'm'));
      expect(stderr).toContain('-a-run cannot be used');
      expect(stdout + stderr).not.toContain('\u001b');
      await cli('cancel NAME --forget');
    });

    it('refuses records that are none', async () => {
      const { name, cli } = await workplace(PASSAGES.slice(0, 1));
      await cli('submit in.jsonl --run NAME');
      const queue = await openQueue(server.url);
      const costs = { requests: 0, tokens: 0, usd: 0, defect: false };
      await queue.store.addRecord(name, 0, { ...costs, body: packed('{"id": "p0"}') });
      await queue.close();
      expect((await cli('collect NAME --out many')).stderr).toContain('record 0: not a verdict');
    });

    it('holds a budget over workers, goes on where it is raised, and asks nothing that another has asked', async () => {
      const count = 8;
      const { cwd, name, cli, records } = await workplace(
        Array.from({ length: count }, (_, index) => ({ ...brooke.passage, id: `p${index}` })),
      );
      await writeFiles(cwd, { 'hallugraph.config.yaml': modelConfig(cwd) });
      const service = await serveOpenAi({ handler: simulate(brooke.model) });
      const env = { HALLUGRAPH_QUEUE: server.url, HALLUGRAPH_CACHE: cwd, ...service.env };
      const bodies = () => service.chatBodies().map((body) => JSON.stringify(body));
      const asked = () => bodies().sort();
      const own = { createDetector, env };
      await succeeded(cli('evaluate in.jsonl --out one', own));
      const needed = asked();
      service.requests.length = 0;

      const queueOnly = { createDetector, env: { HALLUGRAPH_QUEUE: server.url } };
      await succeeded(cli('submit in.jsonl --run NAME --budget-requests 12', queueOnly));
      await cli('submit in.jsonl --run NAME --budget-requests 12', own);
      const manifest = await manifestOf(name);
      expect(manifest).toContain('OPENAI_API_KEY');
      expect(manifest).not.toContain('sk-test');
      const refused = await cli('worker --run NAME --threads 1', own);
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('12 requests is used up') });
      expect(asked().length).toBeLessThanOrEqual(12);
      expect(await statusOf(cli)).toMatchObject({ state: 'budget', active: 0, dead: 0 });
      expect((await cli('submit in.jsonl --run NAME --budget-requests 12', own)).stderr).toContain('used up');
      await cli('submit in.jsonl --run NAME --budget-requests 1000', own);
      const workers = await Promise.all([1, 2].map(() => cli('worker --run NAME -j 2 --threads 1', own)));
      expect(workers.map(({ status }) => status)).toEqual([0, 0]);
      expect(asked()).toEqual(needed);
      await cli('collect NAME --out many', own);
      expect(withoutCosts(await records('many'))).toEqual(withoutCosts(await records('one')));
    });

    it('holds another budget for workers that are at work, lower or higher, and takes none that nobody counted', async () => {
      const { cwd, name, cli } = await workplace(
        Array.from({ length: 3 }, (_, index) => ({ ...brooke.passage, id: `p${index}` })),
      );
      await writeFiles(cwd, { 'hallugraph.config.yaml': modelConfig(cwd) });
      const answer = simulate(brooke.model);
      let before = async () => {};
      const service = await serveOpenAi({
        async handler(request) {
          await before();
          return answer(request);
        },
      });
      const own = { createDetector, env: { HALLUGRAPH_QUEUE: server.url, ...service.env } };
      const submit = (limits: string) => cli(`submit in.jsonl --run NAME ${limits}`, own);
      const once = (limits: string) => async () => {
        before = async () => {};
        await succeeded(submit(limits));
        // A worker has looked again by then.
        await sleep(POLL_MILLISECONDS);
      };
      await submit('--budget-requests 1000 --budget-tokens 900000');

      before = once('--budget-requests 3');
      const lowered = await cli('worker --run NAME -j 1 --threads 1', own);
      expect(lowered).toMatchObject({ status: 1, stderr: expect.stringContaining('3 requests is used up') });
      expect(await statusOf(cli)).toMatchObject({ state: 'budget' });

      expect((await submit('--budget-requests 4')).stderr).toContain('; its budget is 4 requests now');
      before = once('--budget-requests 1000');
      await succeeded(cli('worker --run NAME -j 1 --threads 1', own));

      expect((await submit('')).stderr).not.toContain('budget');
      expect(await refusal(submit('--budget-usd 1'))).toContain('without --budget-usd');
      const { budget } = JSON.parse(await manifestOf(name)).config;
      expect(budget).toEqual({ requests: 1000, tokens: 900_000 });
    });

    it('stops working on a run that is cancelled, keeps its records, and forgets it when told', async () => {
      const { cli } = await workplace();
      await cli('submit in.jsonl --run NAME');
      let begun = 0;
      const before = async () => {
        begun += 1;
        if (begun > 4) await cli('cancel NAME');
      };
      expect((await cli('worker --run NAME -j 1', { before })).status).toBe(1);
      const { state, recorded, waiting, active } = await statusOf(cli);
      expect({ state, waiting, active }).toEqual({ state: 'cancelled', waiting: 0, active: 0 });
      expect(recorded).toBeGreaterThanOrEqual(4);
      expect(recorded).toBeLessThan(23);
      expect((await cli('submit in.jsonl --run NAME')).stderr).toContain('was cancelled');
      expect((await cli('collect NAME --out many')).stderr).toContain(`Collected ${recorded} of 23`);
      expect((await cli('cancel NAME --forget')).stderr).toContain('deleted');
      expect((await cli('status NAME')).stderr).toContain('no run');
    });
  });
}

/** Of a run folder, `run.json` and the times that passages took aside: what they hold, by their names. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.jsonl') && name !== 'durations.jsonl')
    .sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await textIn(folder, name)] as const)));
}

/** Answers that were asked for another passage cost nothing, so what a passage costs rests on the order. */
const withoutCosts = (lines: string) =>
  parsedLines(lines).map((record) => ({ ...record, usage: null, calls: null }));

/** Makes a store refuse what is written, as a full one does. @returns ends it */
async function fill(url: string, run: string): Promise<() => Promise<unknown>> {
  if (url.startsWith('redis')) {
    const limit = async (bytes: number) => {
      const redis = new Redis(url);
      await redis.config('SET', 'maxmemory', bytes);
      redis.disconnect();
    };
    await limit(1);
    return () => limit(0);
  }
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const full = `RAISE EXCEPTION 'could not extend file: the disk is full' USING ERRCODE = '53100';`;
  await query(`
    CREATE OR REPLACE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${full} END $$;
    CREATE TRIGGER fails BEFORE INSERT ON hallugraph.record FOR EACH ROW WHEN (NEW.run = '${run}') EXECUTE FUNCTION fails()`);
  return () => query('DROP TRIGGER fails ON hallugraph.record');
}

/** Puts anything on the queue of a run, as somebody might who can write to the store. */
async function enqueueRaw(
  queue: Awaited<ReturnType<typeof openQueue>>,
  run: string,
  payload: unknown,
  number: number,
): Promise<void> {
  await queue.jobs(run).enqueue([payload as JobPayload], 3, () => jobId('hostile', number));
}
