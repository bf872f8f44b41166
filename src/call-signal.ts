/** Abort signals for work of many calls. */
import { setMaxListeners } from 'node:events';

/**
 * Does work under a signal of its own, which follows `signal` and may be listened to by all the work's calls. Listeners that
 * calls leave behind go with it: on `signal`, or on one that `AbortSignal.any` made, they would stay with all they hold.
 */
export async function underOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const followed = AbortSignal.any([signal]);
  const follow = () => own.abort(followed.reason);
  followed.addEventListener('abort', follow);
  if (followed.aborted) follow();
  try {
    return await work(own.signal);
  } finally {
    followed.removeEventListener('abort', follow);
  }
}

/**
 * Waits for a promise no longer than until the signal aborts, since not everything that is waited for listens.
 *
 * @throws the signal's reason once it is aborted
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const settle = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(settle);
  });
}
