/** How far a submitted run is. */
import type { Spending } from '../models/budget/budget.ts';
import type { DeadLetter, JobCounts } from './job-line.ts';
import type { Queue } from './open-queue.ts';
import type { StoredRun } from './run-store.ts';
import { submittedRun } from './submitted-run.ts';
import { readNotes } from './worker-note.ts';

export interface RunStatus extends JobCounts {
  run: string;
  command: string;
  /** `submitting` while passages are put on the queue. */
  state: StoredRun['state'] | 'submitting' | 'done';
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
}

/** @throws RunError when there is no such run */
export async function runStatus(queue: Queue, name: string): Promise<RunStatus> {
  const { manifest, passages, state } = await submittedRun(queue.store, name);
  const [counts, totals, notes] = await Promise.all([
    queue.line(name).counts(),
    queue.store.totals(name),
    queue.store.workers(),
  ]);
  const { recorded, defects, ...spent } = totals;
  const workers = readNotes(notes).flatMap(({ worker, host, pid, runs }) =>
    Object.hasOwn(runs, name) && runs[name] ? [{ worker, host, pid, ...runs[name] }] : [],
  );
  const perMinute = workers.reduce((sum, worker) => sum + worker.perMinute, 0);
  const left = passages === null ? null : Math.max(0, passages - recorded - counts.dead);
  const isDone = left === 0 && counts.dead === 0;
  return {
    ...{ run: name, command: manifest.command, startedAt: manifest.startedAt },
    state: state !== 'open' ? state : passages === null ? 'submitting' : isDone ? 'done' : 'open',
    ...{ passages, recorded, defects, ...counts, spent, workers, perMinute },
    secondsLeft: left === null || perMinute === 0 ? null : Math.round((left / perMinute) * 60),
  };
}

/** Those of a run, at most `limit`. */
export async function deadLetters(queue: Queue, name: string, limit: number): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const letter of queue.line(name).dead()) {
    if (letters.length >= limit) break;
    letters.push(letter);
  }
  return letters.sort((a, b) => (a.index ?? -1) - (b.index ?? -1));
}
