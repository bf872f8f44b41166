/** A stage of a run: one record for each of its items, in their order, in a journal of its own. */
import { pMapIterable } from 'p-map';
import { underOwnSignal } from '../common/call-signal.ts';
import { errorMessage } from '../common/error-message.ts';
import { HallugraphError, RunError } from '../errors.ts';
import { type Recorded, recorded } from '../records/record-line.ts';
import { stopwatch } from './durations.ts';
import { type BatchWork, executeBatches } from './execute-batches.ts';
import { openJournal, type RecordKind } from './records.ts';
import type { Tally } from './run-summary.ts';

export interface RunStage<T, R> {
  /** Display name; empty for the first stage of a run. */
  readonly name: string;
  readonly kind: RecordKind<R>;
  /** In order; called when the stages before are done. */
  items(): Promise<readonly T[]>;
  idOf(item: T): string;
  /** Creates its worker; not called if every item has a record. */
  open(): Promise<StageWorker<T, R>>;
  /** The record of an item with an internal error. */
  failed(item: T, detail: string): R;
  /** Whether a record is one of `failed`; default: whether it has a `defect`. */
  isFailed?(record: R): boolean;
  /** Counts a record; default: its costs. */
  count?(record: R, tally: Tally): void;
  /** Whether its models may be asked by batches. */
  readonly batched?: boolean;
}

export interface StageWorker<T, R> {
  work(item: T, options: WorkOptions): Promise<Recorded<R>>;
  /** Draws answered from the cache. */
  cachedDraws?(): number | Promise<number>;
  close?(): Promise<void>;
}

export interface WorkOptions {
  signal: AbortSignal;
  /** @param event.stage what is done with the passage: a stage of the detector, or a baseline */
  onProgress(event: { passageId: string; stage: string }): void;
}

export interface StageRun extends WorkOptions {
  folder: string;
  /** Items in work at once. */
  concurrency: number;
  batch?: BatchWork | undefined;
  /** After each record, old ones first; `done` counts from 1. */
  onRecord(record: unknown, done: number, isNew: boolean): void;
  /** Called on an internal error at an item. */
  onDefect(id: string, error: unknown): void;
}

/** Look-ahead per item in work: how many later items may start or finish before a slow one. */
const AHEAD = 2;

/**
 * Processes the items without a record. Records survive a failure; an internal error at an item becomes its record.
 *
 * @returns draws answered from the cache
 * @throws RunError when the records are not those of the items, or cannot be written
 * @throws PendingError when batches have to be answered by hand first
 * @throws what the work throws on purpose, and errors of system calls
 */
export async function performStage<T, R>(
  stage: RunStage<T, R>,
  items: readonly T[],
  { folder, signal: stop, concurrency, batch, onProgress, onRecord, onDefect }: StageRun,
): Promise<number> {
  const journal = await openJournal(folder, stage.kind);
  let done = 0;

  async function recordRest(worker: StageWorker<T, R>, signal: AbortSignal): Promise<void> {
    const rest = items.slice(done);
    const record = async (result: Recorded<R>) => {
      await journal.append(result);
      done += 1;
      onRecord(result.record, done, true);
    };
    const options = { signal, onProgress };
    const work = (item: T) => recordOf({ stage, worker, item, options, onDefect });
    if (batch && stage.batched)
      return executeBatches({ batch, items: rest, work, record, concurrency, signal });
    const { timed, keep } = stopwatch(work, stage.idOf);
    const results = pMapIterable(rest, timed, { concurrency, backpressure: AHEAD * concurrency });
    try {
      for await (const result of results) await record(result);
    } finally {
      if (stage.name === '') await keep(folder);
    }
  }

  try {
    for await (const record of journal.records()) {
      const item = items[done];
      done += 1;
      const id = stage.kind.idOf(record);
      if (item === undefined || id !== stage.idOf(item))
        throw new RunError(`${journal.file}: record ${done} (${id}) is not of this input`);
      onRecord(record, done, false);
    }
    if (done === items.length) return 0;
    const worker = await stage.open();
    try {
      await underOwnSignal(stop, (signal) => recordRest(worker, signal));
      await journal.confirm();
      return (await worker.cachedDraws?.()) ?? 0;
    } finally {
      await worker.close?.();
    }
  } finally {
    await journal.close();
  }
}

export const isFailed = <R>(stage: RunStage<unknown, R>, record: R): boolean =>
  stage.isFailed?.(record) ?? (record as { defect?: string }).defect !== undefined;

export function count<R>(stage: RunStage<unknown, R>, record: R, tally: Tally): void {
  if (stage.count) stage.count(record, tally);
  else for (const costs of stage.kind.costsOf(record)) tally.addCalls(costs);
}

interface ItemJob<T, R> {
  stage: RunStage<T, R>;
  worker: StageWorker<T, R>;
  item: T;
  options: WorkOptions;
  onDefect: StageRun['onDefect'];
}

/** The record of an item; the failed one after a defect. @throws as {@link performStage} */
export async function recordOf<T, R>(job: ItemJob<T, R>): Promise<Recorded<R>> {
  const { stage, worker, item, options, onDefect } = job;
  options.signal.throwIfAborted();
  try {
    return await underOwnSignal(options.signal, (signal) => worker.work(item, { ...options, signal }));
  } catch (error) {
    if (options.signal.aborted || !isDefect(error)) throw error;
    onDefect(stage.idOf(item), error);
    return recorded(stage.failed(item, errorMessage(error)));
  }
}

/** Neither an error that hallugraph throws on purpose nor one of the system (disk full, network lost). */
const isDefect = (error: unknown): boolean =>
  !(error instanceof HallugraphError) && (error as NodeJS.ErrnoException)?.syscall === undefined;
