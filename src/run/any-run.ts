/** The status of a run and what can be asked of it, in a folder or on a queue. */
import type { Spending } from '../models/budget/budget.ts';
import type { RunManifest } from './manifest.ts';
import { BEAT_MILLISECONDS } from './pace.ts';

export interface AnyRun {
  /** @throws RunError when there is no such run */
  status(): Promise<RunStatus>;
  /** Failed jobs, at most so many. */
  dead(limit: number): Promise<DeadLetter[]>;
  /**
   * Asks its workers to stop. Records stay.
   *
   * @throws RunError when there is nothing to stop
   */
  cancel(): Promise<void>;
}

/**
 * On a queue a run is `submitting` while passages are put there, then `open` until it is `done`, used up its `budget` or
 * was `cancelled`. In a folder it is `running`, or `killed` where its process is gone, or as `run.json` says how it ended.
 */
export type RunState = RunManifest['status'] | ('submitting' | 'open' | 'cancelled') | 'killed';

export interface RunStatus extends JobCounts {
  run: string;
  command: string;
  state: RunState;
  startedAt: string;
  /** Null while passages are being enqueued. */
  passages: number | null;
  recorded: number;
  /** Of the records, those where hallugraph itself failed. */
  defects: number;
  /** Of all records. Dollars are 0 where the price is not known. */
  spent: Spending;
  /** Tokens are partly estimates; absent also where it is not known. */
  estimated?: true;
  /** On a queue: passages without a record whose jobs are gone; submitting the run again puts them there. */
  lost?: number;
  workers: RunWorker[];
  /** Of the workers heard lately; null where there is none, or too few passages are done. */
  perMinute: number | null;
  /** At this rate. */
  secondsLeft: number | null;
  /** In a folder, the stage that the passages are in after their first records. */
  stage?: { name: string; done: number; total: number };
  error?: string;
}

export interface RunWorker {
  worker: string;
  host: string;
  pid: number;
  done: number;
  /** Null while too few passages are done. */
  perMinute: number | null;
  heardSecondsAgo: number;
}

export interface JobCounts {
  waiting: number;
  active: number;
  delayed: number;
  /** Failed for good. */
  dead: number;
}

/** A job that failed for good. */
export interface DeadLetter {
  job: string;
  /** Null where it cannot be told. */
  index: number | null;
  reason: string;
  tries: number;
}

/** Whether it has missed so many heartbeats that it may be gone. */
export const isSilent = ({ heardSecondsAgo }: RunWorker): boolean =>
  heardSecondsAgo * 1000 > 3 * BEAT_MILLISECONDS;

/** The rate of the workers of a run, and the time it will take. @param left passages; null where it is not known */
export function outlook(
  left: number | null,
  workers: RunWorker[],
): Pick<RunStatus, 'workers' | 'perMinute' | 'secondsLeft'> {
  const rates = workers.flatMap((worker) => (isSilent(worker) ? [] : (worker.perMinute ?? [])));
  const perMinute = rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate);
  const secondsLeft = left === null || !perMinute ? null : Math.round((left / perMinute) * 60);
  return { workers, perMinute, secondsLeft };
}
