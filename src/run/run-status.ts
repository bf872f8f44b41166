/** The status of a run in a folder or on a queue, and how it is cancelled. */
import type { Spending } from '../models/budget/budget.ts';
import type { RunManifest } from './manifest.ts';
import { HEARTBEAT_MILLISECONDS } from './progress-rate.ts';

export interface RunHandle {
  /** @throws RunError for a missing run */
  status(): Promise<RunStatus>;
  /** Jobs that failed for good, at most so many. */
  dead(limit: number): Promise<DeadLetter[]>;
  /** Asks its workers to stop; records are kept. @throws RunError when nothing is running */
  cancel(): Promise<void>;
}

/**
 * A run on a queue is `submitting` while passages are enqueued, then `open` until it is `done`, has used up its `budget`
 * or was `cancelled`. One in a folder is `running`, `killed` where its process is gone, or has the status in `run.json`.
 */
export type RunState = RunManifest['status'] | 'submitting' | 'open' | 'cancelled' | 'killed';

export interface RunStatus extends JobCounts {
  run: string;
  command: string;
  state: RunState;
  startedAt: string;
  /** Null while passages are being enqueued. */
  passages: number | null;
  recorded: number;
  /** Records at which hallugraph itself failed. */
  defects: number;
  /** By all records. Dollars are 0 where the price is not known. */
  spent: Spending;
  /** Tokens are partly estimates; absent where that is not known. */
  estimated?: true;
  /** On a queue: passages without a record or a job, which submitting the run again enqueues. */
  lost?: number;
  workers: RunWorker[];
  /** Of the workers heard lately; null where there are none, or too few passages are done. */
  perMinute: number | null;
  /** At this rate. */
  secondsLeft: number | null;
  /** In a folder: the stage after the first one that is in progress. */
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
  /** Null where it is not known. */
  index: number | null;
  reason: string;
  tries: number;
}

/** Whether a worker has missed so many heartbeats that it may be gone. */
export const isSilent = ({ heardSecondsAgo }: RunWorker): boolean =>
  heardSecondsAgo * 1000 > 3 * HEARTBEAT_MILLISECONDS;

/** The total rate of the workers, and the time left. @param left passages; null where it is not known */
export function throughputOf(
  left: number | null,
  workers: RunWorker[],
): Pick<RunStatus, 'workers' | 'perMinute' | 'secondsLeft'> {
  const rates = workers.flatMap((worker) => (isSilent(worker) ? [] : (worker.perMinute ?? [])));
  const perMinute = rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate);
  const secondsLeft = left === null || !perMinute ? null : Math.round((left / perMinute) * 60);
  return { workers, perMinute, secondsLeft };
}
