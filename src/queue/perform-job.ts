/** Processes one job of a run. */
import { BudgetError, HallugraphError, InputError, ModelCallError, RunError } from '../errors.ts';
import type { progressRate } from '../run/run-progress.ts';
import { HandBack, PermanentFailure } from './job-line.ts';
import { type PassageJob, readJob } from './job.ts';
import type { Queue } from './open-queue.ts';
import { LARGEST, packed } from './packed.ts';
import { joinedLines, type Performer } from './performer.ts';
import { StoreFailure } from './store-failure.ts';
import { type SubmittedRun, submittedRun } from './submitted-run.ts';

export interface RunInWork {
  run: SubmittedRun;
  performer: Performer;
  pace: ReturnType<typeof progressRate>;
  /** Passages in work in this process; while there are some the run is not done, and the store need not be asked. */
  busy: number;
  /** Takes no further job; those in work finish. */
  stop(): Promise<void>;
  /** Requeues the jobs in work. */
  leave: AbortController;
}

interface Telling {
  queue: Queue;
  tell(line: string): void;
  /** Called with an error after which the worker cannot continue. */
  onFatal(error: unknown): void;
}

/** Records the passage of a job. @throws as `LineWork` says */
export function performing(work: RunInWork, { queue, tell, onFatal }: Telling) {
  const { name } = work.run;
  const { signal } = work.leave;

  async function perform(payload: unknown): Promise<void> {
    const { index, ...job } = jobOf(payload, work.run);
    // Redelivered: another worker recorded it before its lease expired.
    if ((await queue.store.recorded(name, [index])).size > 0) return;
    const { lines, costs } = await work.performer.perform(job, signal);
    const text = joinedLines(lines);
    if (text.length > LARGEST.record / 3) throw new PermanentFailure('its record is too long for a store');
    if (await queue.store.addRecord(name, index, { body: packed(text), ...costs })) work.pace.count();
  }

  /** @param budget that the passage began with @throws HandBack where it says nothing of the passage */
  async function explain(error: unknown, budget: string): Promise<never> {
    if (signal.aborted) throw new HandBack();
    if (error instanceof BudgetError) {
      // A budget raised in the meantime is not used up: the passage is begun again under it.
      if (budgetOf(await submittedRun(queue.store, name)) === budget) {
        tell(`${name}: ${error.message}`);
        await queue.store.setRun(name, { state: 'budget' });
      }
    } else if (isOfPassage(error)) throw error;
    else onFatal(error);
    work.leave.abort();
    void work.stop();
    throw new HandBack();
  }

  return async (payload: unknown): Promise<void> => {
    if (signal.aborted) throw new HandBack();
    work.busy += 1;
    const budget = budgetOf(work.run);
    try {
      await perform(payload).catch((error) => explain(error, budget));
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

/**
 * Whether trying the passage again, here or elsewhere, may help. What is wrong with the settings, keys or packages of
 * this machine fails with every passage.
 */
function isOfPassage(error: unknown): boolean {
  if (error instanceof ModelCallError) return error.retryable;
  if (error instanceof StoreFailure) return false;
  return !(error instanceof HallugraphError) || error instanceof InputError || error instanceof RunError;
}
