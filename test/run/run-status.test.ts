import { runHandleContract } from '../contract/run-handle.contract.ts';
import { runOnQueueContract } from '../contract/run-on-queue.contract.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';

runHandleContract({
  ...{ name: 'in a folder', missing: null, env: () => ({}), called: 'runs/one' },
  work: 'evaluate in.jsonl --out runs/one -j 1 --format csv',
  ended: { state: 'done', cancelled: 'interrupted', cancelledStatus: 130 },
});

for (const kind of QUEUE_SERVERS) if (kind.name === 'redis') runOnQueueContract(kind);
