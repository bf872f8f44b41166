/** A service of this process that listens on loopback. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Methods } from '../../src/service/methods.ts';
import { listening } from './listening.ts';
import { createService, type ServiceOptions } from '../../src/service/service.ts';

export async function listeningService(methods: Methods, options: Partial<ServiceOptions> = {}) {
  const failures: unknown[] = [];
  const service = createService(methods, {
    ...{ version: '1.2.3', concurrency: 4, timeoutSeconds: 60, maxBodyBytes: 1_000_000, token: null },
    ...{ onFailure: (error: unknown) => void failures.push(error), ...options },
  });
  const server = createAdaptorServer({ fetch: service.fetch, overrideGlobalObjects: false }) as Server;
  const { url, close } = await listening(server);
  return { url, failures, close: async () => void (await Promise.all([close(), service.stop()])) };
}
