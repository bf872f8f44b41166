import { queueContract } from '../contract/queue.contract.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';

for (const server of QUEUE_SERVERS) queueContract(server);
