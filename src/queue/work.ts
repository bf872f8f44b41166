/** Works on submitted runs until it is stopped, or one run is done: the loop of a worker. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { BudgetError, HallugraphError, InputError, ModelCallError, RunError } from '../errors.ts';
import { pace } from '../run/pace.ts';
import { HandBack, Hopeless } from './job-line.ts';
import { type PassageJob, readJob } from './job.ts';
import type { Queue } from './open-queue.ts';
import { LARGEST, packed } from './packed.ts';
import { joinedLines, type Performer } from './performer.ts';
import { StoreFailure } from './store-failure.ts';
import { asSubmitted, type SubmittedRun, submittedRun } from './submitted-run.ts';
import { SILENCE_SECONDS, type WorkerNote } from './worker-note.ts';

export interface WorkSettings {
  queue: Queue;
  /** The only run to work on; the work ends with it. Undefined for all runs of the queue, also those to come. */
  run?: string | undefined;
  /** Passages in work at once, of each run. */
  concurrency: number;
  leaseSeconds: number;
  version: string;
  /**
   * Makes what a run needs.
   * @throws HallugraphError when this worker cannot work on it as it was submitted
   */
  open(run: SubmittedRun): Promise<Performer>;
  /** Aborting it lets what is in work end. */
  stopping: AbortSignal;
  /** Aborting it gives back what is in work. */
  leaving: AbortSignal;
  tell(line: string): void;
}

/** How often a worker looks for runs, and says that it is there, in milliseconds. */
const LOOK_MILLISECONDS = 1000;
const BEAT_LOOKS = 5;
/** How many looks at runs may fail, one after the other. */
const FAILED_LOOKS = 30;
/** How long a run that is done is not looked at, so that many of them burden no store. */
const REST_MILLISECONDS = 15_000;

interface InWork {
  run: SubmittedRun;
  performer: Performer;
  pace: ReturnType<typeof pace>;
  /** Passages in work here; while there are some, the run is not done, and the store need not count. */
  busy: number;
  /** Takes no further job, and lets those in work end. */
  stop(): Promise<void>;
  /** Gives back what is in work. */
  leave: AbortController;
}

/**
 * @returns whether the run is done, where one was named
 * @throws HallugraphError when this worker cannot work on the run that was named, or cannot go on
 */
export async function workOn(settings: WorkSettings): Promise<boolean> {
  const { queue, run: only, stopping, leaving, tell } = settings;
  await refuseWrongClock(settings);
  const inWork = new Map<string, InWork>();
  const refused = new Set<string>();
  /** Until when runs that had nothing to do are not looked at. */
  const resting = new Map<string, number>();
  const fatal: { error?: unknown } = {};
  const note: Omit<WorkerNote, 'runs'> = {
    ...{ worker: randomUUID(), host: hostname(), pid: process.pid, version: settings.version },
    ...{ concurrency: settings.concurrency, startedAt: new Date().toISOString() },
  };

  async function begin(name: string): Promise<void> {
    const run = await submittedRun(queue.store, name);
    if (run.state !== 'open' || (await isDone(queue, run))) return;
    const performer = await settings.open(run);
    const work: InWork = {
      ...{ run, performer, pace: pace(() => performance.now()), busy: 0, leave: new AbortController() },
      stop: async () => {},
    };
    inWork.set(name, work);
    const perform = performing(work, settings, (error) => {
      fatal.error ??= error;
    });
    const { concurrency, leaseSeconds } = settings;
    work.stop = queue.line(name).work({ concurrency, leaseSeconds, perform, onProblem: tell });
    tell(`working on ${name}`);
  }

  /** Looks at the runs there are. @returns whether the one that was named is done */
  async function look(): Promise<boolean> {
    const names = only === undefined ? [...(await queue.store.runNames()), ...inWork.keys()] : [only];
    for (const name of new Set(names)) {
      const work = inWork.get(name);
      if (work) await lookAgain(name, work);
      else if (!refused.has(name) && (resting.get(name) ?? 0) <= performance.now()) {
        await begin(name).catch((error) => refuse(name, error));
        // Raised budgets and retried passages may open it again.
        if (!inWork.has(name)) resting.set(name, performance.now() + REST_MILLISECONDS);
      }
    }
    return only !== undefined && !inWork.has(only);
  }

  async function lookAgain(name: string, work: InWork): Promise<void> {
    const stored = await queue.store.findRun(name);
    const state = stored?.state ?? 'cancelled';
    if (stored) work.run = asSubmitted(name, stored);
    if (state === 'open' && (work.busy > 0 || !(await isDone(queue, work.run)))) return;
    if (state !== 'open') work.leave.abort();
    await end(name, work);
    tell(`${state === 'open' ? 'done with' : `${state}:`} ${name}`);
  }

  function refuse(name: string, error: unknown): void {
    const isOfRun = error instanceof HallugraphError && !(error instanceof StoreFailure);
    if (only !== undefined || !isOfRun) throw error;
    refused.add(name);
    tell(`note: run ${name} is left to others: ${error.message}`);
  }

  async function end(name: string, work: InWork): Promise<void> {
    await work.stop();
    await work.performer.close();
    inWork.delete(name);
  }

  const beat = () => {
    const runs = Object.fromEntries([...inWork].map(([name, work]) => [name, work.pace.state()]));
    return queue.store.beat(note.worker, JSON.stringify({ ...note, runs }), SILENCE_SECONDS);
  };
  let failures = 0;
  /** A store that is being restarted answers again. */
  const bear = (error: unknown): null => {
    failures += 1;
    if (!(error instanceof StoreFailure) || failures > FAILED_LOOKS) throw error;
    return null;
  };
  const leave = () => {
    for (const work of inWork.values()) work.leave.abort();
  };
  leaving.addEventListener('abort', leave, { once: true });
  try {
    for (let looks = 0; !stopping.aborted && fatal.error === undefined; looks++) {
      const isEnded = await look().catch(bear);
      if (isEnded !== null) failures = 0;
      if (looks % BEAT_LOOKS === 0) await beat();
      if (isEnded) return true;
      await sleep(LOOK_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
    }
    if (fatal.error !== undefined) leave();
  } finally {
    await Promise.all([...inWork].map(([name, work]) => end(name, work)));
    leaving.removeEventListener('abort', leave);
    // Where the store fails, that it is gone is seen in time.
    await queue.store.beat(note.worker, JSON.stringify({ ...note, runs: {} }), 1).catch(() => {});
  }
  if (fatal.error !== undefined) throw fatal.error;
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

/** Whether every passage has a record or was put aside. */
async function isDone({ store, line }: Queue, { name, passages }: SubmittedRun): Promise<boolean> {
  if (passages === null) return false;
  const { recorded } = await store.totals(name);
  if (recorded >= passages) return true;
  const { waiting, active, delayed, dead } = await line(name).counts();
  return waiting + active + delayed === 0 && recorded + dead >= passages;
}

/** What is done with a job. @param onFatal is told of what keeps this worker from any further passage */
function performing(work: InWork, { queue, tell }: WorkSettings, onFatal: (error: unknown) => void) {
  const { name } = work.run;
  const { signal } = work.leave;

  async function perform(payload: unknown): Promise<void> {
    const { index, ...job } = jobOf(payload, work.run);
    // Given to another worker before, which was slow or has died since.
    if ((await queue.store.recorded(name, [index])).size > 0) return;
    const { lines, costs } = await work.performer.perform(job, signal);
    const text = joinedLines(lines);
    if (text.length > LARGEST.record / 3) throw new Hopeless('its record is too long for a store');
    if (await queue.store.addRecord(name, index, { body: packed(text), ...costs })) work.pace.count();
  }

  /** @throws HandBack where it says nothing of the passage */
  async function explain(error: unknown): Promise<never> {
    if (signal.aborted) throw new HandBack();
    if (error instanceof BudgetError) {
      tell(`${name}: ${error.message}`);
      await queue.store.setRun(name, { state: 'budget' });
    } else if (isOfPassage(error)) throw error;
    else onFatal(error);
    giveUp(work);
    throw new HandBack();
  }

  return async (payload: unknown): Promise<void> => {
    if (signal.aborted) throw new HandBack();
    work.busy += 1;
    try {
      await perform(payload).catch(explain);
    } finally {
      work.busy -= 1;
    }
  };
}

/** @throws Hopeless for what is no job of the run */
function jobOf(payload: unknown, { passages }: SubmittedRun): PassageJob {
  try {
    return readJob(payload, passages);
  } catch (error) {
    throw error instanceof HallugraphError ? new Hopeless(error.message) : error;
  }
}

/** Takes no further job of the run, and gives back those in work. */
function giveUp(work: InWork): void {
  work.leave.abort();
  void work.stop();
}

/**
 * Whether trying the passage again, here or elsewhere, may help. What is wrong with the settings, keys or packages of
 * this machine fails with every passage.
 */
function isOfPassage(error: unknown): boolean {
  if (error instanceof ModelCallError) return error.retryable;
  if (error instanceof StoreFailure) return false;
  return !(error instanceof HallugraphError) || error instanceof InputError || error instanceof RunError;
}
