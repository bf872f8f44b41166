/**
 * A process that evaluates a file of passages and says on standard error what memory that took, in bytes:
 * `memory-child ARGUMENTS...`, as for the command line, under `--expose-gc`.
 */
import { processHost } from '../../src/cli/process-host.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { createDetector } from '../../src/create-detector.ts';

/** How often the heap is looked at, after a full collection. */
const LOOK_MILLISECONDS = 500;

let used = 0;
const timer = setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  used = Math.max(used, heapUsed + arrayBuffers);
}, LOOK_MILLISECONDS);
process.exitCode = await runCommandLine(process.argv.slice(2), processHost(createDetector));
clearInterval(timer);
const rss = process.resourceUsage().maxRSS * 1024;
process.stderr.write(`${JSON.stringify({ rss, used })}\n`);
