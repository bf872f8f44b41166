/**
 * A file of records while it is written: one a line, in the order of what is worked on, none taken back. The files of
 * a run belong to whoever holds its lock.
 */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { cutTornLine, type RecordKind, RecordWriter, readJsonRecords } from './records.ts';

export interface RecordLog<R> {
  readonly file: string;
  /** What is written so far, in order. */
  records(): AsyncGenerator<R>;
  append(record: R): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file of records to go on with it, or begins it; a torn last line is cut off.
 * @throws RunError when it cannot be written
 */
export async function openRecordLog<R>(file: string, kind: RecordKind<R>): Promise<RecordLog<R>> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    if (await isThere(file)) await cutTornLine(file);
  } catch (error) {
    throw new RunError(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  const writer = await RecordWriter.open<R>(file);
  return {
    file,
    records: () => readJsonRecords(file, kind),
    append: (record) => writer.append(record),
    close: () => writer.close(),
  };
}

/**
 * The records of a file so far, in order; none where it was not begun.
 * @throws RunError naming the line that is not a record
 */
export async function* recordsSoFar<R>(file: string, kind: RecordKind<R>): AsyncGenerator<R> {
  if (await isThere(file)) yield* readJsonRecords(file, kind);
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
