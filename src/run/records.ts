/**
 * Files of records, one a line, in the order of what is worked on: `records.jsonl` with verdicts or what else a run is
 * about, and the files of its later stages. A line without its line break was being written when a process died:
 * readers ignore it, and a journal that goes on cuts it off.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { RunError } from '../errors.ts';
import { wholeLines } from '../files/whole-lines.ts';
import { COMPONENTS, type Components, type PassageVerdict } from '../passage.ts';
import type { RecordedCalls } from './run-summary.ts';
import { systemReason } from '../files/system-reason.ts';
import { verdictForm } from './verdict-form.ts';

export const RECORDS_FILE = 'records.jsonl';

/** What the lines of a file are. */
export interface RecordKind<R> {
  /** With its article, for messages. */
  readonly name: string;
  /** Where the records are, in the run folder. */
  readonly file: string;
  is(value: unknown): value is R;
  /** With what an older version did not record; absent where there is nothing such. */
  complete?(record: R): R;
  idOf(record: R): string;
  /** What was asked for a record. */
  costsOf(record: R): RecordedCalls[];
}

/** Of records with the id of their passage, and `defect` where hallugraph itself failed at it. */
export const kindOf = <R extends RecordedCalls & { id: string }>(
  name: string,
  file: string,
  schema: z.ZodType,
): RecordKind<R> => ({
  ...{ name, file, is: (value): value is R => schema.safeParse(value).success },
  idOf: ({ id }) => id,
  costsOf: (record) => [record],
});

/** Parts of a score that were not looked at. */
const NO_PARTS = Object.fromEntries(
  COMPONENTS.map((name) => [name, { value: null, reason: 'disabled' }]),
) as Components;

/** What a run of a detector records. */
export const VERDICTS: RecordKind<PassageVerdict> = {
  name: 'a verdict',
  file: RECORDS_FILE,
  is: (value): value is PassageVerdict => verdictForm.safeParse(value).success,
  complete: (verdict) => ({
    ...verdict,
    triples: verdict.triples.map((row) => ({ ...row, components: { ...NO_PARTS, ...row.components } })),
  }),
  idOf: ({ passage }) => passage.id,
  costsOf: (verdict) => [verdict],
};

/**
 * The verdicts of a records file, in order.
 * @throws RunError naming the line that is not a verdict
 */
export const readRecords = (file: string): AsyncGenerator<PassageVerdict> => readJsonRecords(file, VERDICTS);

/**
 * The records of a run so far, in order; none where they were not begun.
 * @throws RunError naming the line that is not a record
 */
export async function* recordsIn<R>(folder: string, kind: RecordKind<R>): AsyncGenerator<R> {
  const file = path.join(folder, kind.file);
  if (existsSync(file)) yield* readJsonRecords(file, kind);
}

/** How many records of a kind a run has so far. */
export async function countRecords(folder: string, kind: RecordKind<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of recordsIn(folder, kind)) count += 1;
  return count;
}

/** Records read into memory. */
export async function allOf<T>(records: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/**
 * The records of a file, in order.
 * @throws RunError naming the line that is not one, or when there is no such file
 */
export async function* readJsonRecords<R>(
  file: string,
  kind: Pick<RecordKind<R>, 'name' | 'is' | 'complete'>,
): AsyncGenerator<R> {
  let number = 0;
  try {
    for await (const { text } of wholeLines(file)) {
      number += 1;
      yield parseRecord(text, kind, `${file}:${number}`);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new RunError(`${file}: cannot be read (${systemReason(error)})`, { cause: error });
  }
}

/** One record. @throws RunError naming its place, where it is none */
export function parseRecord<R>(
  text: string,
  kind: Pick<RecordKind<R>, 'name' | 'is' | 'complete'>,
  place: string,
): R {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new RunError(`${place}: not JSON`, { cause: error });
  }
  if (!kind.is(record)) throw new RunError(`${place}: not ${kind.name}`);
  return kind.complete?.(record) ?? record;
}
