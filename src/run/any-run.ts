/** A run as one sees it who does not work on it, wherever it is: in a folder, or on a queue. */
import type { Spending } from '../models/budget/budget.ts';
import type { RunManifest } from './manifest.ts';

export interface AnyRun {
  /** @throws RunError when there is no such run */
  status(): Promise<RunStatus>;
  /** Passages that were put aside, at most so many. */
  dead(limit: number): Promise<DeadLetter[]>;
  /**
   * Lets those who work on it stop. What is recorded stays.
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
  /** Null while they are being put on the queue. */
  passages: number | null;
  recorded: number;
  /** Of the records, those where hallugraph itself failed. */
  defects: number;
  /** Of all records. Dollars are 0 where the price is not known. */
  spent: Spending;
  workers: { worker: string; host: string; pid: number; done: number; perMinute: number }[];
  perMinute: number;
  /** At this rate; null where nothing is being done. */
  secondsLeft: number | null;
  /** In a folder, the stage that the passages are in after their first records. */
  stage?: { name: string; done: number; total: number };
  /** Why it failed. */
  error?: string;
}

export interface JobCounts {
  waiting: number;
  active: number;
  /** Waiting for another try. */
  delayed: number;
  /** Put aside. */
  dead: number;
}

/** A job that was put aside. */
export interface DeadLetter {
  job: string;
  /** Null where it cannot be told. */
  index: number | null;
  reason: string;
  tries: number;
}

/** @returns null where nothing is being done */
export const secondsLeft = (left: number | null, perMinute: number): number | null =>
  left === null || perMinute === 0 ? null : Math.round((left / perMinute) * 60);
