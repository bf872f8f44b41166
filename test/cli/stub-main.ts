/** The command line with a stub detector, as a process of its own: for tests that kill or interrupt it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { processHost } from '../../src/cli/process-host.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { stubDetector } from '../run/stub-detector.ts';

const FOREVER_MILLISECONDS = 2 ** 30;

const createDetector = (config: ConfigInput) =>
  stubDetector(resolveConfig(config), {
    async before({ id }, signal) {
      if (id !== process.env.STUB_HANGS_AT) return;
      if (process.env.STUB_IS_DEAF === undefined) {
        await sleep(FOREVER_MILLISECONDS, undefined, signal ? { signal } : {});
      }
      signal?.addEventListener('abort', () => process.stderr.write('heard\n'));
      await sleep(FOREVER_MILLISECONDS);
    },
  });

process.exitCode = await runCommandLine(process.argv.slice(2), { ...processHost(), createDetector });
