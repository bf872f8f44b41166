/** An append-only file of records, one a line, in the order of the items. Only the holder of the run's lock may open it. */
import { existsSync } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { throwing } from '../files/system-reason.ts';
import { wholeLines } from '../files/whole-lines.ts';
import type { Recorded } from '../records/record-line.ts';
import { type RecordKind, readRecords } from './records.ts';

export interface Journal<R> {
  readonly file: string;
  /** The records so far, in order. */
  records(): AsyncGenerator<R>;
  /** Writes a whole line. @throws RunError when it cannot be written, as on a full disk */
  append(record: Recorded<R>): Promise<void>;
  /** @throws RunError when the file was deleted or replaced meanwhile, so that the records are lost */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

/** Opens or creates the file; an incomplete last line is cut off. @throws RunError when it cannot be written */
export async function openJournal<R>(folder: string, kind: RecordKind<R>): Promise<Journal<R>> {
  const file = path.join(folder, kind.file);
  makeFolder(path.dirname(file));
  const handle = await openWhole(file).catch(throwing(RunError, `${file}: cannot be written`));
  return {
    file,
    records: () => readRecords(file, kind),
    async append({ line }) {
      const { bytesWritten } = await handle.write(line).catch(throwing(RunError, 'cannot write records'));
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
  if (existsSync(file)) {
    let end = 0;
    for await (const line of wholeLines(file)) end = line.end;
    await truncate(file, end);
  }
  return open(file, 'a');
}
