/** The loop of a worker: works on submitted runs until it is stopped, or the named run is done. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../errors.ts';
import { HEARTBEAT_MILLISECONDS, POLL_MILLISECONDS } from '../run/run-progress.ts';
import { RunsInWork, type WorkSettings } from './runs-in-work.ts';
import { StoreFailure } from './store-failure.ts';
import { MEMORY_SECONDS, type WorkerNote } from './worker-note.ts';

/** Consecutive failed polls after which the worker ends. */
const FAILED_POLLS = 30;

/**
 * @returns whether the named run is done
 * @throws HallugraphError when this worker cannot work on the named run, or cannot continue
 */
export async function workOn(settings: WorkSettings): Promise<boolean> {
  const { queue, stopping, leaving, version, concurrency } = settings;
  await refuseWrongClock(settings);
  const runs = new RunsInWork(settings, () => void beat());
  const note: Omit<WorkerNote, 'runs'> = {
    ...{ worker: randomUUID(), host: hostname(), pid: process.pid, version, concurrency },
    startedAt: new Date().toISOString(),
  };
  // A failing store is visible to others as a missing heartbeat.
  const sendNote = (paces: WorkerNote['runs'], seconds: number) =>
    queue.store.beat(note.worker, JSON.stringify({ ...note, runs: paces }), seconds).catch(() => {});
  const beat = () => sendNote(runs.progress(), MEMORY_SECONDS);
  const ended = new AbortController();
  const beats = async () => {
    while (!ended.signal.aborted) {
      await beat();
      await sleep(HEARTBEAT_MILLISECONDS, undefined, { signal: ended.signal, ref: false }).catch(() => {});
    }
  };
  const requeue = () => runs.requeue();
  leaving.addEventListener('abort', requeue, { once: true });
  let failures = 0;
  /** Failures are tolerated for some polls, since a restarting store recovers. */
  const tolerateStoreFailure = (error: unknown): null => {
    failures += 1;
    if (!(error instanceof StoreFailure) || failures > FAILED_POLLS) throw error;
    return null;
  };
  const beating = beats();
  try {
    while (!stopping.aborted && !runs.fatal) {
      const isEnded = await runs.poll().catch(tolerateStoreFailure);
      if (isEnded !== null) failures = 0;
      if (isEnded) return true;
      await sleep(POLL_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
    }
    if (runs.fatal) runs.requeue();
  } finally {
    await runs.close();
    leaving.removeEventListener('abort', requeue);
    ended.abort();
    await beating;
    await sendNote({}, 1);
  }
  if (runs.fatal) throw runs.fatal.error;
  return false;
}

/** Clock difference that is always accepted, in seconds. */
const CLOCK_SECONDS = 5;

/**
 * Clocks decide which leases have expired, and when a job is retried.
 * @throws RunError where the clock of this machine differs from that of the store
 */
async function refuseWrongClock({ queue, leaseSeconds }: WorkSettings): Promise<void> {
  const before = Date.now();
  const there = await queue.store.clock();
  const seconds = Math.round(((before + Date.now()) / 2 - there) / 1000);
  if (Math.abs(seconds) <= Math.max(CLOCK_SECONDS, leaseSeconds / 4)) return;
  const off = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`;
  throw new RunError(`the clock of this machine is ${off} that of the queue's store: synchronise it`);
}
