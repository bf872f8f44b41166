/**
 * Record files, one record a line in the order of the items: `records.jsonl`, and the files of later stages. A last line
 * without line break is a partial write of a killed process: readers ignore it, a resumed run truncates it.
 */
import { existsSync } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { PassageScores } from '../benchmark/method-scores.ts';
import { RunError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { throwing } from '../files/system-reason.ts';
import { wholeLines } from '../files/whole-lines.ts';
import type { PassageVerdict } from '../passage.ts';
import type { Recorded } from '../records/record-line.ts';
import type { RecordedCalls } from './run-summary.ts';
import { verdictForm } from './verdict-form.ts';

export const RECORDS_FILE = 'records.jsonl';

export interface RecordKind<R> {
  /** With its article, for messages. */
  readonly name: string;
  /** In the run folder. */
  readonly file: string;
  is(value: unknown): value is R;
  /** The id of the passage. */
  idOf(record: R): string;
  /** Costs of the model calls made for a record. */
  costsOf(record: R): RecordedCalls[];
}

interface IdRecord extends RecordedCalls {
  id: string;
  /** The internal error at this passage. */
  defect?: string;
}

export const kindOf = <R extends IdRecord>(name: string, file: string, schema: z.ZodType): RecordKind<R> => ({
  ...{ name, file, is: (value): value is R => schema.safeParse(value).success },
  ...{ idOf: ({ id }) => id, costsOf: (record) => [record] },
});

/** The records of a run with a detector. */
export const VERDICTS: RecordKind<PassageVerdict> = {
  ...{ name: 'a verdict', file: RECORDS_FILE },
  is: (value): value is PassageVerdict => verdictForm.safeParse(value).success,
  idOf: ({ passage }) => passage.id,
  costsOf: (verdict) => [verdict],
};

export interface MethodRecord extends PassageScores {
  /** The evidence behind the scores, in the form of the method. */
  trace?: unknown;
  defect?: string;
}

const score = z.number().nullable();
const methodSchema = z.looseObject({
  ...{ id: z.string(), passage: score, reason: z.string().nullable() },
  ...{ sentences: z.array(score).nullable(), claims: z.array(score).nullable() },
  usage: z.looseObject({ requests: z.int().min(0) }).nullable(),
});

/** @param method id of a baseline */
export const methodScores = (method: string): RecordKind<MethodRecord> =>
  kindOf('the scores of a passage', `methods/${method}.jsonl`, methodSchema);

/** The records of a run so far, in order; none where the file is missing. @throws RunError naming an invalid line */
export async function* recordsIn<R>(folder: string, kind: RecordKind<R>): AsyncGenerator<R> {
  const file = path.join(folder, kind.file);
  if (existsSync(file)) yield* readRecords(file, kind);
}

export async function countRecords(folder: string, kind: RecordKind<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of recordsIn(folder, kind)) count += 1;
  return count;
}

export async function allOf<T>(records: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** In order. @throws RunError naming an invalid line, or a missing file */
export async function* readRecords<R>(file: string, kind: RecordKind<R>): AsyncGenerator<R> {
  let number = 0;
  try {
    for await (const { text } of wholeLines(file)) {
      number += 1;
      yield parseRecord(text, kind, `${file}:${number}`);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throwing(RunError, `${file}: cannot be read`)(error);
  }
}

/** @throws RunError naming the place of an invalid record */
export function parseRecord<R>(text: string, kind: Pick<RecordKind<R>, 'name' | 'is'>, place: string): R {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new RunError(`${place}: not JSON`, { cause: error });
  }
  if (kind.is(record)) return record;
  throw new RunError(`${place}: not ${kind.name}`);
}

/**
 * Opens or creates a records file that is appended to; an incomplete last line is cut off. Only the holder of the run's
 * lock may open it.
 *
 * @throws RunError when it cannot be written
 */
export async function openJournal<R>(folder: string, kind: RecordKind<R>) {
  const file = path.join(folder, kind.file);
  makeFolder(path.dirname(file));
  const handle = await openWhole(file).catch(throwing(RunError, `${file}: cannot be written`));
  return {
    file,
    /** The records so far, in order. */
    records: () => readRecords(file, kind),
    /** Writes a whole line. @throws RunError when it cannot be written, as on a full disk */
    async append({ line }: Recorded<R>): Promise<void> {
      const { bytesWritten } = await handle.write(line).catch(throwing(RunError, 'cannot write records'));
      if (bytesWritten < line.length) throw new RunError('cannot write records (disk full?)');
    },
    /** @throws RunError when the file was deleted or replaced meanwhile, so that the records are lost */
    async confirm(): Promise<void> {
      const [own, named] = await Promise.all([handle.stat(), stat(file).catch(() => null)]);
      if (named?.ino !== own.ino) throw new RunError(`${file}: was deleted or replaced during the run`);
    },
    async close(): Promise<void> {
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
