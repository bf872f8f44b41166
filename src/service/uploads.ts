/** Bodies of requests that are being read. */
import { Problem } from './problem.ts';

/** Concurrent uploads, each of at most `maxBodyBytes`. */
const MOST_UPLOADS = 64;

/** Where one more would be too many, the one that has been read longest ends, so that slow clients keep out nobody but themselves. */
export class Uploads {
  private readonly reading = new Map<AbortController, Promise<unknown>>();

  /** @param read rejects once its signal aborts @throws what it throws; Problem where another upload took the place */
  async run<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const [longest] = this.reading.keys();
    if (longest !== undefined && this.reading.size >= MOST_UPLOADS) {
      this.reading.delete(longest);
      longest.abort(new Problem(408, { detail: 'too many uploads in progress' }, { connection: 'close' }));
    }
    const own = new AbortController();
    const result = read(own.signal);
    this.reading.set(own, result);
    try {
      return await result;
    } finally {
      this.reading.delete(own);
    }
  }

  /** Resolves once those that are being read now have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.reading.values());
  }
}
