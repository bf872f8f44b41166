import { runOnQueueContract } from '../contract/run-on-queue.contract.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';

for (const kind of QUEUE_SERVERS) if (kind.name === 'postgres') runOnQueueContract(kind);
