/** A queue on a server of the tests' own. */
import { afterAll, beforeAll } from 'vitest';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import type { QueueServer, ServerKind } from './queue-servers.ts';

/** Starts a server and opens a queue on it, for the tests of the block that calls. @param use is told of both */
export function onOwnServer(
  start: ServerKind['start'],
  use: (queue: Queue, server: QueueServer) => void | Promise<void>,
): void {
  let server: QueueServer | undefined;
  let queue: Queue | undefined;
  beforeAll(async () => {
    server = await start();
    queue = await openQueue(server.url);
    await use(queue, server);
  }, 60_000);
  afterAll(async () => {
    await queue?.close();
    await server?.stop();
  }, 60_000);
}
