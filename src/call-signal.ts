/** Abort signals for work of many calls. */
import { setMaxListeners } from 'node:events';

/** A signal that follows `signal` and may be listened to by all the calls of a passage. */
export function forManyListeners(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}
