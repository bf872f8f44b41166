/** Limits of the service: time per request, and concurrent work. */
import type PQueue from 'p-queue';
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

/** Whether further work would wait; it is refused instead. */
export const isFull = ({ pending, concurrency }: PQueue): boolean => pending >= concurrency;
