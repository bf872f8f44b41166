/** Abort signals for work with many calls. */
import { setMaxListeners } from 'node:events';
import { BudgetError, PendingError } from '../errors.ts';

/**
 * Runs work under its own signal, which follows `signal` and which all calls of the work may listen to. Listeners
 * left behind by calls are released with it; on `signal`, or one made by `AbortSignal.any`, they would leak. When the
 * work fails, its other calls are aborted, except where it waits for a batch (the other requests go into the batch
 * too) or a budget is used up (calls in flight are paid for, and their answers kept).
 */
export async function underOwnSignal<T>(
  signal: AbortSignal | undefined,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const followed = AbortSignal.any(signal === undefined ? [] : [signal]);
  const follow = () => own.abort(followed.reason);
  followed.addEventListener('abort', follow);
  if (followed.aborted) follow();
  try {
    return await work(own.signal);
  } catch (error) {
    if (!isSharedEnd(error)) own.abort(error);
    throw error;
  } finally {
    followed.removeEventListener('abort', follow);
  }
}

/** Whether concurrent work continues after this error, since it ends for the same reason if it has to. */
export const isSharedEnd = (error: unknown): boolean =>
  error instanceof PendingError || error instanceof BudgetError;

/**
 * Waits for a promise, but only until the signal aborts; for promises that do not listen to it.
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

/** @throws the signal's reason once it is aborted */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(waited, signal).finally(() => clearTimeout(timer));
}

/** Runs work under a signal that aborts with `late` at the time limit, and with `signal`. @throws the reason of the abort */
export async function withTimeLimit<T>(
  { milliseconds, late, signal }: { milliseconds: number; late: Error; signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(late), Math.max(0, milliseconds));
  const own = signal ? AbortSignal.any([limit.signal, signal]) : limit.signal;
  try {
    own.throwIfAborted();
    return await untilAborted(work(own), own);
  } finally {
    clearTimeout(timer);
  }
}
