/** Takes what is done for one key in turn. */
import { untilAborted } from '../openai/openai-client.ts';

export type Turns = <T>(key: string, signal: AbortSignal | undefined, action: () => Promise<T>) => Promise<T>;

/** Runs the actions of one key one after another; one that fails or is aborted takes no other along. */
export function createTurns(): Turns {
  const queues = new Map<string, Promise<void>>();
  return async (key, signal, action) => {
    const before = queues.get(key);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const queue = Promise.all([before, ended]).then(() => {
      if (queues.get(key) === queue) queues.delete(key);
    });
    queues.set(key, queue);
    try {
      if (before) await untilAborted(before, signal);
      return await action();
    } finally {
      end();
    }
  };
}
