/** A service over HTTP from its settings to its end. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { environmentOf } from '../config/environment.ts';
import { createCorrector } from '../corrector.ts';
import { createDetector } from '../create-detector.ts';
import { ConfigError } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import { passagesAtOnce } from '../lazy-parts.ts';
import { isLoopback } from '../service/local-host.ts';
import { methodsOf } from '../service/methods.ts';
import { createService } from '../service/service.ts';
import type { Host } from './host.ts';
import { callSettings, loadSettings, type SettingOptions } from './options.ts';
import { packageVersion } from './version.ts';

export interface ServeOptions extends SettingOptions {
  host: string;
  port: number;
  /** In bytes. */
  maxBody: number;
  /** In seconds. */
  timeout: number;
}

/** The variable with the token that clients show. */
const TOKEN = 'HALLUGRAPH_TOKEN';

/** Serves until it is interrupted, and lets what is under way then end. */
export async function serve(options: ServeOptions, host: Host): Promise<void> {
  const token = tokenOf(environmentOf(host.cwd, host.env));
  if (token === null && !isLoopback(options.host))
    throw new ConfigError(`--host ${options.host}: other machines are served only with a token in ${TOKEN}`);
  const { methods, concurrency, close } = await openMethods(options, host);
  const service = createService(methods, {
    ...{ concurrency, token, version: packageVersion() },
    ...{ timeoutSeconds: options.timeout, maxBodyBytes: options.maxBody },
    onFailure: (error) =>
      host.stderr.write(`error: ${oneLine(String((error as Error)?.message ?? error))}\n`),
  });
  const server = createAdaptorServer({
    fetch: service.fetch,
    overrideGlobalObjects: false,
    // A body that is sent slowly is not waited for any longer than work is.
    serverOptions: { requestTimeout: options.timeout * 1000 },
  });
  server.listen(options.port, options.host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`--host, --port: cannot be used (${error.code})`, { cause: error });
  });
  const { address, family, port: used } = server.address() as AddressInfo;
  host.stdout.write(`http://${family === 'IPv6' ? `[${address}]` : address}:${used}/\n`);
  await new Promise<void>((resolve) => host.onInterrupt(resolve));
  const closed = once(server, 'close');
  server.close();
  await Promise.all([closed, service.stop()]);
  await close();
}

/** What the service does, ready to begin. @throws ConfigError, BackendError where something needed cannot be had */
async function openMethods(options: ServeOptions, host: Host) {
  const { config } = await loadSettings(options, host);
  const calls = callSettings({}, host);
  const env = environmentOf(host.cwd, host.env);
  const corrector = createCorrector(config, { env, calls });
  // Settings that check nothing against references are those of another mode: this one has its own preset.
  const checker =
    config.reference.checker === 'none'
      ? createDetector((await loadSettings({ ...options, preset: 'check' }, host)).config, { env, calls })
      : corrector.detector;
  await Promise.all([corrector.detector.describe(), checker.describe()]);
  return {
    methods: methodsOf(corrector, checker),
    concurrency: passagesAtOnce(config),
    close: async () => {
      await corrector.close();
      if (checker !== corrector.detector) await checker.close();
    },
  };
}

/** @throws ConfigError for a token that no header can hold */
function tokenOf({ [TOKEN]: token = '' }: NodeJS.ProcessEnv): string | null {
  if (token === '') return null;
  if (/^[\w.~+/-]+=*$/.test(token)) return token;
  throw new ConfigError(`${TOKEN}: expected letters, digits and . _ ~ + / - alone`);
}
