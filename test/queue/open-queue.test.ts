import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { jobId, jobPayload, readJob } from '../../src/queue/job.ts';
import { Hopeless } from '../../src/queue/job-line.ts';
import type { Queue } from '../../src/queue/open-queue.ts';
import { onOwnServer } from '../support/own-queue.ts';
import { QUEUE_SERVERS, type QueueServer, type ServerKind } from '../support/queue-servers.ts';

// PostgreSQL takes no damaged JSON.
const [REDIS] = QUEUE_SERVERS as [ServerKind];

describe.skipIf(REDIS.missing !== null)('a queue in Redis', () => {
  let queue: Queue;
  let server: QueueServer;
  onOwnServer(REDIS.start, (opened, own) => {
    queue = opened;
    server = own;
  });

  it('puts a job aside whose text was damaged, lists it, and does the others', async () => {
    const line = queue.line('damaged');
    const passage = { id: 'p', prompt: 'Who?', response: 'Ann.' };
    await line.enqueue(
      [0, 1].map((index) => jobPayload({ index, passage })),
      3,
    );
    const redis = new Redis(server.url);
    await redis.hset(`hallugraph:run-damaged:${jobId('damaged', 0)}`, 'data', '{"index": 0');
    redis.disconnect();
    const done: number[] = [];
    const problems: string[] = [];
    const stop = line.work({
      ...{ concurrency: 1, leaseSeconds: 30, onProblem: (problem) => problems.push(problem) },
      async perform(payload) {
        try {
          done.push(readJob(payload, 2).index);
        } catch (error) {
          throw new Hopeless((error as Error).message);
        }
      },
    });
    while (done.length === 0 || (await line.counts()).dead === 0)
      await new Promise((next) => setTimeout(next, 20));
    await stop();
    expect({ done, problems }).toEqual({ done: [1], problems: [] });
    const letters = [];
    for await (const letter of line.dead()) letters.push(letter);
    expect(letters).toEqual([
      { job: jobId('damaged', 0), index: null, reason: expect.stringContaining('not a job'), tries: 1 },
    ]);
  });
});
