import { afterAll, beforeAll } from 'vitest';
import { runHandleContract } from '../contract/run-handle.contract.ts';
import { QUEUE_SERVERS, type QueueServer } from '../support/queue-servers.ts';

runHandleContract({
  ...{ name: 'in a folder', missing: null, env: () => ({}), called: 'runs/one' },
  work: 'evaluate in.jsonl --out runs/one -j 1 --format csv',
  ended: { state: 'done', cancelled: 'interrupted', cancelledStatus: 130 },
});

for (const { name, missing, start } of QUEUE_SERVERS) {
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
