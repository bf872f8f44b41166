/** A service of this process that listens on loopback. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Methods } from '../../src/service/methods.ts';
import { listening } from './listening.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { made } from '../service/stubbed-service.ts';

export async function listeningService(methods: Methods, options: Partial<ServiceOptions> = {}) {
  const { failures, ...service } = made(methods, { concurrency: 4, maxBodyBytes: 1_000_000, ...options });
  const server = createAdaptorServer({ fetch: service.fetch, overrideGlobalObjects: false }) as Server;
  const { url, close } = await listening(server);
  return { url, failures, close: async () => void (await Promise.all([close(), service.stop()])) };
}
