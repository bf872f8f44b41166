/** The runs a worker processes: starts those it can work on, closes those that have ended. */
import { HallugraphError } from '../errors.ts';
import { progressRate } from '../run/run-progress.ts';
import { counted } from '../format/text.ts';
import type { Queue } from './open-queue.ts';
import { jobHandler, type RunInWork } from './perform-job.ts';
import type { Performer } from './performer.ts';
import { lostJobs } from './queued-run.ts';
import { StoreFailure } from './store-failure.ts';
import { asSubmitted, type SubmittedRun, submittedRun } from './submitted-run.ts';
import type { WorkerNote } from './worker-note.ts';

export interface WorkSettings {
  queue: Queue;
  /** The only run to work on; the worker ends with it. Undefined: all runs of the queue, including later ones. */
  run?: string | undefined;
  /** Passages in work at once, of each run. */
  concurrency: number;
  leaseSeconds: number;
  version: string;
  /**
   * Creates the performer of a run.
   * @throws HallugraphError when this worker cannot work on it as it was submitted
   */
  open(run: SubmittedRun): Promise<Performer>;
  /** Aborting it takes no further jobs; those in work finish. */
  stopping: AbortSignal;
  /** Aborting it requeues the jobs in work. */
  leaving: AbortSignal;
  log(line: string): void;
}

/** How long a run without waiting jobs is not polled, to reduce load on the store. */
const IDLE_MILLISECONDS = 15_000;

export class RunsInWork {
  readonly #settings: WorkSettings;
  readonly #onBegin: () => void;
  readonly #inWork = new Map<string, RunInWork>();
  readonly #refused = new Set<string>();
  readonly #lost = new Set<string>();
  /** By run without waiting jobs: when it is polled again. */
  readonly #idleUntil = new Map<string, number>();
  /** The error after which the worker cannot continue. */
  fatal: { error: unknown } | undefined;

  /** @param onBegin called when a run is started */
  constructor(settings: WorkSettings, onBegin: () => void) {
    this.#settings = settings;
    this.#onBegin = onBegin;
  }

  /**
   * Starts and closes runs by their state in the store. @returns whether the named run has ended, not this worker with it
   * @throws HallugraphError when this worker cannot work on the run that was named
   */
  async poll(): Promise<boolean> {
    const { queue, run: only } = this.#settings;
    const names = only === undefined ? [...(await queue.store.runNames()), ...this.#inWork.keys()] : [only];
    for (const name of new Set(names)) {
      const work = this.#inWork.get(name);
      if (work) await this.#check(name, work);
      else if (!this.#refused.has(name) && (this.#idleUntil.get(name) ?? 0) <= performance.now()) {
        await this.#begin(name);
        // A raised budget or retried passages may reopen it.
        if (!this.#inWork.has(name)) this.#idleUntil.set(name, performance.now() + IDLE_MILLISECONDS);
      }
    }
    // A fatal error during this poll may have closed a run that goes on elsewhere.
    return only !== undefined && !this.fatal && !this.#inWork.has(only);
  }

  progress(): WorkerNote['runs'] {
    return Object.fromEntries([...this.#inWork].map(([name, work]) => [name, work.rate.state()]));
  }

  requeue(): void {
    for (const work of this.#inWork.values()) work.requeue.abort();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#inWork].map(([name, work]) => this.#close(name, work)));
  }

  async #begin(name: string): Promise<void> {
    await this.#open(name).catch((error) => this.#refuse(name, error));
  }

  async #open(name: string): Promise<void> {
    const { queue, run: only, open, concurrency, leaseSeconds, log } = this.#settings;
    const run = await submittedRun(queue.store, name);
    const isOver = run.state !== 'open' || (await stateOf(queue, run)).isDone;
    if (isOver && only === undefined) return;
    // Opened even if it has ended, to report that it was submitted with other settings.
    const performer = await open(run);
    if (isOver) {
      await performer.close();
      return log(endMessage(run));
    }
    const work: RunInWork = {
      ...{ run, performer, busy: 0, requeue: new AbortController() },
      rate: progressRate(concurrency, () => performance.now()),
      stop: async () => {},
    };
    this.#inWork.set(name, work);
    this.#onBegin();
    const onFatal = (error: unknown) => {
      this.fatal ??= { error };
    };
    const perform = jobHandler(work, { queue, log, onFatal });
    work.stop = queue.jobs(name).work({ concurrency, leaseSeconds, perform });
    log(`working on ${name}`);
  }

  async #check(name: string, work: RunInWork): Promise<void> {
    const { queue, log, stopping } = this.#settings;
    const stored = await queue.store.findRun(name);
    const state = stored?.state ?? 'cancelled';
    if (stored) work.run = asSubmitted(name, stored);
    const { isDone, lost } = state === 'open' ? await stateOf(queue, work.run) : { isDone: true, lost: 0 };
    const goesOn = state === 'open' && (work.busy > 0 || !isDone);
    if (lost > 0 && !this.#lost.has(name))
      log(`note: ${counted(lost, 'passage')} of run ${name} without a job: submit it again`);
    if (lost > 0) this.#lost.add(name);
    else this.#lost.delete(name);
    if (goesOn && !work.requeue.signal.aborted) return;
    if (state !== 'open') work.requeue.abort();
    await this.#close(name, work);
    if (!goesOn) log(endMessage({ name, state }));
    // Its budget was raised after this worker had stopped it.
    else if (!this.fatal && !stopping.aborted) await this.#begin(name);
  }

  #refuse(name: string, error: unknown): void {
    const { run: only, log } = this.#settings;
    const isOfRun = error instanceof HallugraphError && !(error instanceof StoreFailure);
    if (only !== undefined || !isOfRun) throw error;
    this.#refused.add(name);
    log(`note: skipping run ${name} on this worker: ${error.message}`);
  }

  async #close(name: string, work: RunInWork): Promise<void> {
    await work.stop();
    await work.performer.close();
    this.#inWork.delete(name);
  }
}

const endMessage = ({ name, state }: Pick<SubmittedRun, 'name' | 'state'>): string =>
  `${state === 'open' ? 'done with' : `${state}:`} ${name}`;

/** Whether every passage has a record or a dead job, and how many have neither record nor job. */
async function stateOf({ store, jobs }: Queue, { name, passages }: SubmittedRun) {
  if (passages === null) return { isDone: false, lost: 0 };
  const counts = await jobs(name).counts();
  const totals = await store.totals(name);
  const { waiting, active, delayed, dead } = counts;
  const isIdle = waiting + active + delayed === 0;
  const isDone = totals.recorded >= passages || (isIdle && totals.recorded + dead >= passages);
  return { isDone, lost: isIdle ? lostJobs(passages, totals, counts) : 0 };
}
