/**
 * A process that serves as the command line does (`service-child ARGUMENTS...`, under `--expose-gc`), and answers each message
 * with what memory it uses, in bytes, after a full collection in its main thread.
 */
import { processHost } from '../../../src/cli/process-host.ts';
import { runCommandLine } from '../../../src/cli/program.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';

process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// A channel that is listened to would keep the process.
process.channel?.unref();
process.exitCode = await runCommandLine(['serve', ...process.argv.slice(2)], {
  ...processHost(),
  createDetector,
});
