/** A service in a process of its own, for as long as it is asked. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('service-child.ts', import.meta.url));

export interface Served {
  /** Of `evaluate`. */
  url: URL;
  /** In bytes: of the whole process, and of the heap of its main thread after a full collection. */
  memory(): Promise<NodeJS.MemoryUsage>;
  stop(): Promise<void>;
}

/** @param concurrency passages in work at once */
export async function serveLocally(concurrency: number): Promise<Served> {
  const args = ['--preset', 'local', '--port', '0', '--concurrency', String(concurrency)];
  const child = fork(CHILD, args, {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close').then(([status]) => {
    if (status !== 0) throw new Error(`the service ended with status ${status}`);
    return '';
  });
  const [line] = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
  return {
    url: new URL('v1/evaluate', String(line).trim()),
    async memory() {
      child.send('memory');
      const [memory] = await once(child, 'message');
      return memory;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
