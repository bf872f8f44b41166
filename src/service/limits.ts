/** Limits of the service: time per request, and concurrent work. */
import { untilAborted } from '../common/call-signal.ts';
import { Problem } from './problem.ts';

/** Aborts work at the time limit or when the client disconnects, without waiting for its end. @throws Problem in both cases */
export async function withinTime<T>(
  { seconds, late: problem }: { seconds: number; late: Problem },
  client: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopper = new AbortController();
  const leave = () => stopper.abort(new Problem(499, { detail: 'the client is gone' }));
  const late = () => stopper.abort(problem);
  const timer = setTimeout(late, seconds * 1000);
  client.addEventListener('abort', leave);
  if (client.aborted) leave();
  try {
    return await untilAborted(work(stopper.signal), stopper.signal);
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', leave);
  }
}

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
