/** Runs on a queue in PostgreSQL; those on Redis are in queue.test.ts. */
import { queueRunsContract } from '../contract/queue-runs.contract.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';

for (const kind of QUEUE_SERVERS) if (kind.name === 'postgres') queueRunsContract(kind);
