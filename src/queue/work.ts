/** Works on submitted runs until it is stopped, or one run is done: the loop of a worker. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../errors.ts';
import { RunsInWork, type WorkSettings } from './runs-in-work.ts';
import { StoreFailure } from './store-failure.ts';
import { SILENCE_SECONDS, type WorkerNote } from './worker-note.ts';

/** How often a worker looks for runs, and says that it is there, in milliseconds. */
const LOOK_MILLISECONDS = 1000;
const BEAT_LOOKS = 5;
/** How many looks at runs may fail, one after the other. */
const FAILED_LOOKS = 30;

/**
 * @returns whether the run is done, where one was named
 * @throws HallugraphError when this worker cannot work on the run that was named, or cannot go on
 */
export async function workOn(settings: WorkSettings): Promise<boolean> {
  const { queue, stopping, leaving, version, concurrency } = settings;
  await refuseWrongClock(settings);
  const runs = new RunsInWork(settings);
  const note: Omit<WorkerNote, 'runs'> = {
    ...{ worker: randomUUID(), host: hostname(), pid: process.pid, version, concurrency },
    startedAt: new Date().toISOString(),
  };
  const say = (paces: WorkerNote['runs'], seconds: number) =>
    queue.store.beat(note.worker, JSON.stringify({ ...note, runs: paces }), seconds);
  const leave = () => runs.leave();
  leaving.addEventListener('abort', leave, { once: true });
  let failures = 0;
  /** A store that is being restarted answers again. */
  const bear = (error: unknown): null => {
    failures += 1;
    if (!(error instanceof StoreFailure) || failures > FAILED_LOOKS) throw error;
    return null;
  };
  try {
    for (let looks = 0; !stopping.aborted && !runs.fatal; looks++) {
      const isEnded = await runs.look().catch(bear);
      if (isEnded !== null) failures = 0;
      if (looks % BEAT_LOOKS === 0) await say(runs.paces(), SILENCE_SECONDS);
      if (isEnded) return true;
      await sleep(LOOK_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
    }
    if (runs.fatal) runs.leave();
  } finally {
    await runs.end();
    leaving.removeEventListener('abort', leave);
    // Where the store fails, that it is gone is seen in time.
    await say({}, 1).catch(() => {});
  }
  if (runs.fatal) throw runs.fatal.error;
  return false;
}

/** Seconds that a clock may be wrong by, whatever the lease. */
const CLOCK_SECONDS = 5;

/**
 * By the clocks of workers it is judged which jobs were lost with others, and when one is tried again.
 *
 * @throws RunError where that of this machine is not that of the store
 */
async function refuseWrongClock({ queue, leaseSeconds }: WorkSettings): Promise<void> {
  const before = Date.now();
  const there = await queue.store.clock();
  const seconds = Math.round(((before + Date.now()) / 2 - there) / 1000);
  if (Math.abs(seconds) <= Math.max(CLOCK_SECONDS, leaseSeconds / 4)) return;
  const off = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`;
  throw new RunError(`the clock of this machine is ${off} that of the queue's store: set it right`);
}
