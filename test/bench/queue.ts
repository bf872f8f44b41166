/**
 * What a queue does a second in each store, with passages and records of their usual sizes and no work in between; and
 * how long a million passages take at limits of a model, which is what holds them up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { Passage } from '../../src/passage.ts';
import { type JobPayload, jobPayload } from '../../src/queue/job.ts';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { packed } from '../../src/queue/packed.ts';
import { mean } from '../../src/statistics/summary.ts';
import { parsedLines } from '../support/json-lines.ts';
import { QUEUE_SERVERS, type ServerKind } from '../support/queue-servers.ts';
import type { BenchTable } from './bench-table.ts';

const JOBS = 4000;
const AT_ONCE = 200;
/** Connections that jobs are taken over, as of so many workers. */
const WORKERS = 3;
const CONCURRENCY = 16;
const SAMPLES = new URL('../../datasets/samples/passages.jsonl', import.meta.url);

export async function benchQueue(): Promise<BenchTable[]> {
  const passages: Passage[] = parsedLines(await readFile(SAMPLES, 'utf8'));
  const detector = createDetector({ preset: 'local' });
  const bodies = await Promise.all(
    passages.map(async (passage) => packed(JSON.stringify(await detector.evaluate(passage)))),
  );
  await detector.close();
  const rows: BenchTable['rows'] = [];
  for (const kind of QUEUE_SERVERS) {
    rows.push(kind.missing ? [kind.name, kind.missing] : await rowOf(kind, passages, bodies));
  }
  const jobs = passages.map((passage) => JSON.stringify(jobPayload({ index: 0, passage })));
  const kilobytes = (all: readonly { length: number }[]) =>
    ((mean(all.map(({ length }) => length)) as number) / 1000).toFixed(1);
  return [
    {
      name: `Jobs a second: passages of ${kilobytes(jobs)} kB, records of ${kilobytes(bodies)} kB, ${WORKERS} workers with ${CONCURRENCY} at once`,
      columns: [
        ...['store', 'submitted', 'worked on and recorded', 'collected'],
        ...['turns taken', 'answers kept', 'answers found'],
      ],
      rows,
    },
    capacity(),
  ];
}

async function rowOf({ name, start }: ServerKind, passages: readonly Passage[], bodies: readonly Buffer[]) {
  const server = await start();
  const queues = await Promise.all(
    Array.from({ length: WORKERS }, () => openQueue(server.url, { onProblem: console.error })),
  );
  const [first] = queues as [Queue];
  try {
    await first.store.addRun('bench', '{}');
    const each = <T>(values: readonly T[], index: number) => values[index % values.length] as T;
    const submitted = await rate(async () => {
      for (let at = 0; at < JOBS; at += AT_ONCE) {
        const payloads = Array.from({ length: AT_ONCE }, (_, place) =>
          jobPayload({ index: at + place, passage: each(passages, at + place) }),
        );
        await first.jobs('bench').enqueue(payloads, 3);
      }
    });
    const worked = await rate(() => workAll(queues, (index) => each(bodies, index)));
    const collected = await rate(async () => {
      for (let at = 0; at < JOBS; at += AT_ONCE) await first.store.records('bench', at, AT_ONCE);
    });
    const many = (act: (index: number) => Promise<unknown>) =>
      rate(async () => {
        for (let at = 0; at < JOBS; at += CONCURRENCY)
          await Promise.all(Array.from({ length: CONCURRENCY }, (_, place) => act(at + place)));
      });
    const text = JSON.stringify(each(passages, 0).response);
    const turns = await many(() => first.store.takeTurn('model', 0.001));
    const kept = await many((index) => first.store.keepAnswers(`key ${index}`, new Map([[0, text]])));
    const found = await many((index) => first.store.findAnswers(`key ${index}`, { first: 0, n: 1 }));
    return [name, submitted, worked, collected, turns, kept, found];
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    await server.stop();
  }
}

async function workAll(queues: readonly Queue[], bodyOf: (index: number) => Buffer): Promise<void> {
  let done = 0;
  const stops = queues.map(({ jobs, store }) =>
    jobs('bench').work({
      ...{ concurrency: CONCURRENCY, leaseSeconds: 60 },
      async perform(payload) {
        const { index } = payload as JobPayload;
        await store.recorded('bench', [index]);
        const costs = { requests: 1, tokens: 100, usd: 0.001, defect: false };
        await store.addRecord('bench', index, { body: bodyOf(index), ...costs });
        done += 1;
      },
    }),
  );
  while (done < JOBS) await sleep(5);
  await Promise.all(stops.map((stop) => stop()));
}

async function rate(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((JOBS * 1000) / (performance.now() - start));
}

const PASSAGES = 1e6;
/** Of `lean`, by its estimate of a passage; see `--dry-run`. */
const REQUESTS = 5;

/** Time = passages · requests a passage / requests a minute; what a store has to do = passages / time. */
function capacity(): BenchTable {
  const rows = [500, 5000, 30_000].map((perMinute) => {
    const minutes = (PASSAGES * REQUESTS) / perMinute;
    const perSecond = perMinute / REQUESTS / 60;
    return [
      perMinute,
      (minutes / 60 / 24).toFixed(1),
      perSecond.toFixed(1),
      (perSecond * REQUESTS).toFixed(0),
    ];
  });
  return {
    name: `A million passages with ${REQUESTS} requests each`,
    columns: ['requests a minute', 'days', 'jobs a second', 'turns and answers a second'],
    rows,
  };
}
