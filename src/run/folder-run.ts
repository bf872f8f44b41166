/** The status of a run in a folder. */
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { type Holder, holderOf } from '../files/lock.ts';
import { wholeLines } from '../files/whole-lines.ts';
import { spendingOf } from '../models/budget/budget.ts';
import { CANCEL_FILE, LOCK_FILE, MANIFEST_FILE, type RunManifest, readManifest } from './manifest.ts';
import { RECORDS_FILE } from './records.ts';
import { type RunHandle, type RunState, type RunStatus, throughputOf } from './run-status.ts';

/** @param shown name in messages @param folder absolute */
export const folderRun = (shown: string, folder: string): RunHandle => ({
  async status() {
    const status = statusOf(shown, await readState(folder));
    if (status.state !== 'killed') return status;
    // A killed process could not write its last progress.
    const recorded = await linesIn(path.join(folder, RECORDS_FILE));
    return { ...status, recorded, waiting: status.waiting + status.recorded - recorded };
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
  const { command, startedAt, progress, error, summary } = manifest;
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
    spent: spendingOf({ ...usage, usd }),
    ...(usage.estimated && { estimated: true as const }),
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
