/** Status and cancellation of a submitted run. */
import {
  type RunHandle,
  type DeadLetter,
  type JobCounts,
  throughputOf,
  type RunStatus,
} from '../run/run-status.ts';
import type { Queue } from './open-queue.ts';
import { submittedRun } from './submitted-run.ts';
import { readNotes } from './worker-note.ts';

export const queuedRun = (queue: Queue, name: string): RunHandle => ({
  status: () => statusOf(queue, name),
  async dead(limit) {
    const letters: DeadLetter[] = [];
    for await (const letter of queue.jobs(name).dead()) {
      if (letters.length >= limit) break;
      letters.push(letter);
    }
    return letters.sort((a, b) => (a.index ?? -1) - (b.index ?? -1));
  },
  async cancel() {
    await submittedRun(queue.store, name);
    await queue.store.setRun(name, { state: 'cancelled' });
    await queue.jobs(name).clear();
  },
});

async function statusOf(queue: Queue, name: string): Promise<RunStatus> {
  const { manifest, passages, state } = await submittedRun(queue.store, name);
  // Jobs before records: a record is stored before its job is removed, so no passage that finishes meanwhile counts as lost.
  const counts = await queue.jobs(name).counts();
  const [totals, notes] = await Promise.all([queue.store.totals(name), queue.store.workers()]);
  const { recorded, defects, ...spent } = totals;
  const workers = readNotes(notes).flatMap(({ worker, host, pid, runs, heardSecondsAgo }) =>
    Object.hasOwn(runs, name) && runs[name] ? [{ worker, host, pid, ...runs[name], heardSecondsAgo }] : [],
  );
  const left = passages === null ? null : Math.max(0, passages - recorded - counts.dead);
  const isDone = left === 0 && counts.dead === 0;
  const lost = state === 'open' && passages !== null ? lostJobs(passages, totals, counts) : 0;
  return {
    ...{ run: name, command: manifest.command, startedAt: manifest.startedAt },
    state: state !== 'open' ? state : passages === null ? 'submitting' : isDone ? 'done' : 'open',
    ...{ passages, recorded, defects, ...counts, spent, ...throughputOf(left, workers) },
    ...(lost > 0 && { lost }),
  };
}

/** How many passages of a run have neither a record nor a job; the jobs were counted before the records. */
export const lostJobs = (
  passages: number,
  { recorded }: { recorded: number },
  { waiting, active, delayed, dead }: JobCounts,
): number => Math.max(0, passages - recorded - waiting - active - delayed - dead);
