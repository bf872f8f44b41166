/** This process as a host. */
import { EXIT_CODES } from '../errors.ts';
import type { Host } from '../run/host.ts';
import { systemReason } from '../files/system-reason.ts';

/** From a keyboard, or from a supervising process (a container, a job runner). */
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

export function processHost(): Host {
  process.stdout.on('error', onOutputError);
  process.stderr.on('error', () => {});
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    onInterrupt(listener) {
      // Only once: a second interrupt ends the process by default.
      const stop = () => {
        for (const signal of INTERRUPTS) process.removeListener(signal, heard);
      };
      const heard = () => {
        stop();
        listener();
      };
      for (const signal of INTERRUPTS) process.on(signal, heard);
      return stop;
    },
  };
}

/** A closed reader (`| head`) is not an error. Anything else (a full disk) means that the results were not written. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  process.stderr.write(`error: cannot write to standard output (${systemReason(error)})\n`);
  process.exit(EXIT_CODES.usage);
}
