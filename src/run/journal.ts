/**
 * An append-only file of records, one a line, in the order of the items. Only the holder of the run's lock may open it.
 */
import { existsSync } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { wholeLines } from '../files/whole-lines.ts';
import type { Recorded } from '../records/record-line.ts';
import { type RecordKind, readJsonRecords } from './records.ts';
import { systemReason } from '../files/system-reason.ts';

export interface Journal<R> {
  readonly file: string;
  /** The records written so far, in order. */
  records(): AsyncGenerator<R>;
  /** Writes a whole line. @throws RunError when the disk does not take it, for one because it is full */
  append(record: Recorded<R>): Promise<void>;
  /** @throws RunError when the file was deleted or replaced meanwhile, so that what was written is lost */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens or creates a file of records in a run folder; an incomplete last line is cut off.
 * @throws RunError when it cannot be written
 */
export async function openJournal<R>(folder: string, kind: RecordKind<R>): Promise<Journal<R>> {
  const file = path.join(folder, kind.file);
  makeFolder(path.dirname(file));
  const handle = await openWhole(file).catch((error: NodeJS.ErrnoException) => {
    throw new RunError(`${file}: cannot be written (${systemReason(error)})`, { cause: error });
  });
  return {
    file,
    records: () => readJsonRecords(file, kind),
    async append({ line }) {
      const { bytesWritten } = await handle.write(line).catch((error: NodeJS.ErrnoException) => {
        throw new RunError(`cannot write records (${systemReason(error)})`, { cause: error });
      });
      if (bytesWritten < line.length) throw new RunError('cannot write records (disk full?)');
    },
    async confirm() {
      const [own, named] = await Promise.all([handle.stat(), stat(file).catch(() => null)]);
      if (named?.ino !== own.ino) throw new RunError(`${file}: was deleted or replaced during the run`);
    },
    async close() {
      await handle.sync();
      await handle.close();
    },
  };
}

async function openWhole(file: string) {
  if (existsSync(file)) await cutTornLine(file);
  return open(file, 'a');
}

/** Cuts off an incomplete last line. */
async function cutTornLine(file: string): Promise<void> {
  let end = 0;
  for await (const line of wholeLines(file)) end = line.end;
  await truncate(file, end);
}
