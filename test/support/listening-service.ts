/** A service of this process that listens on loopback. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Methods } from '../../src/service/methods.ts';
import { createService, type ServiceOptions } from '../../src/service/service.ts';

export interface ListeningService {
  url: string;
  failures: unknown[];
  close(): Promise<void>;
}

export async function listeningService(
  methods: Methods,
  options: Partial<ServiceOptions> = {},
): Promise<ListeningService> {
  const failures: unknown[] = [];
  const service = createService(methods, {
    ...{ version: '1.2.3', concurrency: 4, timeoutSeconds: 60, maxBodyBytes: 1_000_000, token: null },
    ...{ onFailure: (error: unknown) => void failures.push(error), ...options },
  });
  const server = createAdaptorServer({ fetch: service.fetch, overrideGlobalObjects: false }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    failures,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, service.stop()]);
    },
  };
}
