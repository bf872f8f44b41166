/** The status of a run in a folder or on a queue, and how it is cancelled. */
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { type Holder, holderOf } from '../files/lock.ts';
import { wholeLines } from '../files/whole-lines.ts';
import { maxSpending, NOTHING, type Spending, spendingOf } from '../models/budget/budget.ts';
import { changeSince } from './digests.ts';
import { CANCEL_FILE, LOCK_FILE, MANIFEST_FILE, type RunManifest, readManifest } from './manifest.ts';
import { HEARTBEAT_MILLISECONDS } from './run-progress.ts';
import { RECORDS_FILE } from './records.ts';
import { spendingIn } from './spending.ts';

export interface RunHandle {
  /** @throws RunError for a missing run */
  status(): Promise<RunStatus>;
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
  /** Records of internal errors. */
  defects: number;
  /** By all records; in a folder by all requests of a run with a budget. Dollars are 0 where the price is not known. */
  spent: Spending;
  /** On a queue: passages without a record or a job, which submitting the run again enqueues. */
  lost?: number;
  workers: RunWorker[];
  /** Total of the workers with a recent heartbeat; null without any, or while too few passages are done. */
  perMinute: number | null;
  /** At this rate. */
  secondsLeft: number | null;
  /** In a folder: the stage after the first one that is in progress. */
  stage?: { name: string; done: number; total: number };
  /** In a folder: a message if records have changed since the run finished. */
  change?: string;
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

export interface DeadLetter {
  job: string;
  /** Of the passage; null where unknown. */
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

/** A run in a folder. @param shown name in messages @param folder absolute */
export const folderRun = (shown: string, folder: string): RunHandle => ({
  async status() {
    const state = await readState(folder);
    const status = statusOf(shown, state);
    status.spent = maxSpending(status.spent, (await spendingIn(folder)) ?? NOTHING);
    if (status.state === 'running') return status;
    // A killed process could not write its last progress, and records may have been lost since.
    const recorded = await linesIn(path.join(folder, RECORDS_FILE));
    const change = await changeSince(folder, state.manifest);
    const waiting = status.waiting + status.recorded - recorded;
    return { ...status, recorded, waiting, ...(change !== null && { change }) };
  },
  dead: async () => [],
  async cancel() {
    const { state } = await readState(folder);
    if (state !== 'running') throw new RunError(`no process is working on ${shown}, which is ${state}`);
    await writeFile(path.join(folder, CANCEL_FILE), '');
  },
});

interface FolderState {
  manifest: RunManifest;
  state: RunState;
  /** The process that holds the lock. */
  holder: Holder | null;
  /** Seconds since its progress was last written. */
  heardSecondsAgo: number;
}

async function readState(folder: string): Promise<FolderState> {
  // In this order, so that a run that ends in between does not look killed.
  const holder = await holderOf(path.join(folder, LOCK_FILE));
  const manifest = await readManifest(folder);
  const { mtimeMs } = await stat(path.join(folder, MANIFEST_FILE));
  const heardSecondsAgo = Math.max(0, Math.round((Date.now() - mtimeMs) / 1000));
  const { status } = manifest;
  const state = status === 'running' && holder === null ? 'killed' : status;
  return { manifest, state, holder, heardSecondsAgo };
}

function statusOf(run: string, { manifest, state, holder, heardSecondsAgo }: FolderState): RunStatus {
  const { command, startedAt, progress, error, summary, spent = NOTHING } = manifest;
  const { passages, recorded, defects = 0, usage, usd } = summary;
  const { done, total, stage, doneHere, perMinute } = progress ?? {
    ...{ done: recorded, total: passages, stage: '', doneHere: 0, perMinute: null },
  };
  const workers =
    state === 'running' && holder
      ? [{ ...holder, worker: `${holder.pid}`, done: doneHere, perMinute, heardSecondsAgo }]
      : [];
  return {
    ...{ run, command, state, startedAt, passages, recorded, defects },
    ...{ waiting: passages - recorded, active: 0, delayed: 0, dead: 0 },
    spent: maxSpending(spent, spendingOf({ ...usage, usd })),
    ...throughputOf(total - done, workers),
    ...(stage !== '' && { stage: { name: stage, done, total } }),
    ...(error !== null && { error }),
  };
}

async function linesIn(file: string): Promise<number> {
  let count = 0;
  if (existsSync(file)) for await (const _ of wholeLines(file)) count += 1;
  return count;
}
