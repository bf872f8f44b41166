/** Works on the items that have no record yet, and records one after the other, in the order of the items. */
import { pMapIterable } from 'p-map';
import { RunError } from '../errors.ts';
import { type BatchWork, executeBatches } from './execute-batches.ts';
import { openRecordLog, type RecordLog } from './record-log.ts';
import type { RecordKind } from './records.ts';

export interface RecordingJob<T, R> {
  log: Pick<RecordLog<R>, 'file' | 'records' | 'append'>;
  /** All there is to be a record of, in order, what is recorded already included. */
  items: readonly T[];
  /** What an item and its record are told by. */
  id: { ofItem: (item: T) => string; ofRecord: (record: R) => string };
  work: (item: T) => Promise<R>;
  /** The same for many, in order; default: `work` on as many at once as `concurrency` says. */
  workAll?: (items: readonly T[]) => AsyncIterable<R>;
  concurrency: number;
  /** Where models are asked by batches. */
  batch?: BatchWork | undefined;
  signal?: AbortSignal | undefined;
  /** After each record, old ones first; `done` counts from 1. */
  onRecord?: (record: R, done: number) => void;
}

/**
 * What is written stays when it fails, and is not worked on again.
 *
 * @throws RunError when the records are not those of the items, or cannot be written
 * @throws PendingError when batches have to be answered by hand before it can go on
 * @throws what the work throws
 */
export async function recordAll<T, R>(job: RecordingJob<T, R>): Promise<void> {
  const { log, items, id, work, concurrency, batch, signal } = job;
  let done = 0;
  const count = (record: R) => {
    done += 1;
    job.onRecord?.(record, done);
  };
  for await (const record of log.records()) {
    const item = items[done];
    if (item === undefined || id.ofRecord(record) !== id.ofItem(item)) {
      throw new RunError(`${log.file}: record ${done + 1} (${id.ofRecord(record)}) is not of this input`);
    }
    count(record);
  }
  const record = async (result: R) => {
    await log.append(result);
    count(result);
  };
  const rest = items.slice(done);
  if (batch) return executeBatches({ batch, items: rest, work, record, concurrency, signal });
  const results = job.workAll?.(rest) ?? pMapIterable(rest, work, { concurrency });
  for await (const result of results) await record(result);
}

/** The same in a file of its own, which is opened and closed here. @throws as {@link recordAll} */
export async function recordInFile<T, R>(
  file: string,
  kind: RecordKind<R>,
  job: Omit<RecordingJob<T, R>, 'log'>,
): Promise<void> {
  const log = await openRecordLog(file, kind);
  try {
    await recordAll({ ...job, log });
  } finally {
    await log.close();
  }
}
