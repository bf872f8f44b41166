/** Limits of the service: time per request, and concurrent work. */
import { withTimeLimit } from '../common/call-signal.ts';
import { Problem } from './problem.ts';

/** Aborts work at the time limit or when the client disconnects, without waiting for its end. @throws Problem in both cases */
export const withinTime = <T>(
  { seconds, late }: { seconds: number; late: Problem },
  client: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withTimeLimit({ milliseconds: seconds * 1000, late, signal: client }, work).catch((error: unknown) => {
    throw client.aborted ? new Problem(499, { detail: 'the client is gone' }) : error;
  });

/** Concurrent work; there is no queue, further work is refused. */
export class WorkLimit {
  readonly #limit: number;
  readonly #running = new Set<Promise<unknown>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#running.size;
  }

  get isFull(): boolean {
    return this.size >= this.#limit;
  }

  /** Counts until the work has settled, also after its client is gone. */
  async begin<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async ended(): Promise<void> {
    while (this.size > 0) await Promise.allSettled(this.#running);
  }
}
