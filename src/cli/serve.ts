/** Runs the HTTP service until it is interrupted. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { createAdaptorServer } from '@hono/node-server';
import { environmentOf } from '../config/environment.ts';
import { ConfigError } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import { passagesAtOnce } from '../detector/config-uses.ts';
import { isLoopback } from '../service/local-host.ts';
import { methodsOf } from '../service/methods.ts';
import { createService } from '../service/service.ts';
import type { Host } from '../run/host.ts';
import { openDetectors } from './open-detectors.ts';
import type { SettingOptions } from '../run/run-options.ts';
import { packageVersion } from '../common/version.ts';
import { throwing } from '../files/system-reason.ts';

export interface ServeOptions extends SettingOptions {
  host: string;
  port: number;
  /** Worker threads; default: the number of processors. */
  threads?: number;
  /** In bytes. */
  maxBody: number;
  /** In seconds. */
  timeout: number;
}

/** Time for a client to read the rest of a response. */
const SENDING_SECONDS = 10;

/**
 * Heap growth per thread allowed between garbage collections, in per cent. V8's default lets the heap grow to four times
 * its live size, which looks like a memory leak.
 */
const HEAP_GROWTH = 100;

/** Environment variable with the token that clients send. */
const TOKEN = 'HALLUGRAPH_TOKEN';

/**
 * Serves until it is interrupted, then finishes the requests in progress.
 *
 * @throws ConfigError, BackendError where something needed is missing
 */
export async function serve(
  { threads = availableParallelism(), ...options }: ServeOptions,
  host: Host,
): Promise<void> {
  const token = tokenOf(environmentOf(host));
  if (token === null && !isLoopback(options.host))
    throw new ConfigError(`--host ${options.host}: other machines are served only with a token in ${TOKEN}`);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { config, corrector, checker, close } = await openDetectors({ ...options, threads }, host);
  // Missing models are found before the first request.
  await Promise.all([corrector.detector.describe(), checker.describe()]);
  const service = createService(methodsOf(corrector, checker), {
    ...{ token, concurrency: passagesAtOnce(config, threads), version: packageVersion() },
    ...{ timeoutSeconds: options.timeout, maxBodyBytes: options.maxBody },
    onFailure: (error) =>
      host.stderr.write(`error: ${oneLine(String((error as Error)?.message ?? error))}\n`),
  });
  const server = createAdaptorServer({
    fetch: service.fetch,
    overrideGlobalObjects: false,
    // A slow upload gets no more time than the work itself.
    serverOptions: { requestTimeout: options.timeout * 1000 },
  }) as Server;
  // A client that does not read its response would keep it in memory.
  server.setTimeout((options.timeout + SENDING_SECONDS) * 1000);
  server.listen(options.port, options.host);
  await once(server, 'listening').catch(throwing(ConfigError, '--host, --port: cannot be used'));
  const { address, family, port: used } = server.address() as AddressInfo;
  host.stdout.write(`http://${family === 'IPv6' ? `[${address}]` : address}:${used}/\n`);
  await new Promise<void>((resolve) => host.onInterrupt(resolve));
  // Listens meanwhile, so that requests are told that it is shutting down.
  await service.stop();
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), SENDING_SECONDS * 1000);
  await closed;
  clearTimeout(timer);
  await close();
}

/** @throws ConfigError for a token that is not a valid header value */
function tokenOf({ [TOKEN]: token = '' }: NodeJS.ProcessEnv): string | null {
  if (token === '') return null;
  if (/^[\w.~+/-]+=*$/.test(token)) return token;
  throw new ConfigError(`${TOKEN}: expected letters, digits and . _ ~ + / - alone`);
}
