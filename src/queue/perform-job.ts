/** Processes single jobs of a run. */
import { BudgetError, HallugraphError, InputError, ModelCallError, RunError } from '../errors.ts';
import type { progressRate } from '../run/run-progress.ts';
import { Requeue, PermanentFailure } from './run-jobs.ts';
import { type PassageJob, readJob } from './job.ts';
import type { Queue } from './open-queue.ts';
import { LARGEST, packed } from './packed.ts';
import { joinedLines, type Performer } from './performer.ts';
import { StoreFailure } from './store-failure.ts';
import { type SubmittedRun, submittedRun } from './submitted-run.ts';

export interface RunInWork {
  run: SubmittedRun;
  performer: Performer;
  rate: ReturnType<typeof progressRate>;
  /** Passages in work in this process. */
  busy: number;
  /** Aborted: takes no further jobs; jobs in work finish. */
  stop(): Promise<void>;
  /** Aborted: requeues the jobs in work. */
  requeue: AbortController;
}

interface HandlerOptions {
  queue: Queue;
  log(line: string): void;
  /** Called with an error after which the worker cannot continue. */
  onFatal(error: unknown): void;
}

/** The function that processes the jobs of a run. */
export function jobHandler(work: RunInWork, { queue, log, onFatal }: HandlerOptions) {
  const { name } = work.run;
  const { signal } = work.requeue;

  async function perform(payload: unknown): Promise<void> {
    const { index, ...job } = jobOf(payload, work.run);
    // Redelivered: another worker recorded it before its lease expired.
    if ((await queue.store.recorded(name, [index])).size > 0) return;
    const { lines, costs } = await work.performer.perform(job, signal);
    const text = joinedLines(lines);
    if (text.length > LARGEST.record / 3)
      throw new PermanentFailure('its record exceeds the size limit of the store');
    if (await queue.store.addRecord(name, index, { body: packed(text), ...costs })) work.rate.count();
  }

  /** @param budget when the passage began @throws Requeue for an error that is not about the passage */
  async function fail(error: unknown, budget: string): Promise<never> {
    if (signal.aborted) throw new Requeue();
    if (error instanceof BudgetError) {
      // Retried under a budget that was raised in the meantime.
      if (budgetOf(await submittedRun(queue.store, name)) === budget) {
        log(`${name}: ${error.message}`);
        await queue.store.setRun(name, { state: 'budget' });
      }
    } else if (isRetryable(error)) throw error;
    else onFatal(error);
    work.requeue.abort();
    void work.stop();
    throw new Requeue();
  }

  return async (payload: unknown): Promise<void> => {
    if (signal.aborted) throw new Requeue();
    work.busy += 1;
    const budget = budgetOf(work.run);
    try {
      await perform(payload).catch((error) => fail(error, budget));
    } finally {
      work.busy -= 1;
    }
  };
}

const budgetOf = ({ manifest }: SubmittedRun): string => JSON.stringify(manifest.config.budget);

/** @throws PermanentFailure for a payload that is not valid */
function jobOf(payload: unknown, { passages }: SubmittedRun): PassageJob {
  try {
    return readJob(payload, passages);
  } catch (error) {
    throw error instanceof HallugraphError ? new PermanentFailure(error.message) : error;
  }
}

/** Whether a retry may help: wrong settings, keys or packages on this machine fail every passage. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ModelCallError) return error.retryable;
  if (error instanceof StoreFailure) return false;
  return !(error instanceof HallugraphError) || error instanceof InputError || error instanceof RunError;
}
