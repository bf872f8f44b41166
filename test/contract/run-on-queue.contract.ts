/** The contract of a run's handle, of one on a queue. */
import { afterAll, beforeAll } from 'vitest';
import type { QueueServer, ServerKind } from '../support/queue-servers.ts';
import { runHandleContract } from './run-handle.contract.ts';

export function runOnQueueContract({ name, missing, start }: ServerKind): void {
  let server: QueueServer | undefined;
  beforeAll(async () => {
    server = missing === null ? await start() : undefined;
  }, 60_000);
  afterAll(() => server?.stop(), 60_000);
  runHandleContract({
    ...{ name: `on a queue in ${name}`, missing, called: 'NAME' },
    env: () => ({ HALLUGRAPH_QUEUE: server?.url }),
    ...{ submit: 'submit in.jsonl --run NAME', work: 'worker --run NAME -j 1' },
    ended: { state: 'done', cancelled: 'cancelled', cancelledStatus: 1 },
  });
}
