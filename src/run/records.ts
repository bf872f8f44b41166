/**
 * Files of records, one a line, in input order, appended whole lines at a time: `records.jsonl` with verdicts or
 * what else a run is about, and the files of its later stages. A line without its line break was being written when a process died: readers ignore
 * it, and resuming cuts it off.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { z } from 'zod';
import { RunError } from '../errors.ts';
import type { PassageVerdict } from '../passage.ts';

export const RECORDS_FILE = 'records.jsonl';

const LINE_BREAK = 0x0a;

/**
 * The verdicts of a records file, in order.
 * @throws RunError naming the line that is not a verdict
 */
export const readRecords = (file: string): AsyncGenerator<PassageVerdict> => readJsonRecords(file, VERDICTS);

const group = z.looseObject({});
const score = z.number().nullable();
const scored = z.looseObject({ score });

/** As far as scoring again reaches into a verdict: a damaged record is told by its line, not by a crash. */
const verdictSchema = z.looseObject({
  passage: z.looseObject({ id: z.string() }),
  score,
  triples: z.array(z.looseObject({ triple: z.looseObject({ id: z.string() }), score, components: group })),
  sentences: z.array(scored),
  claims: z.array(scored),
  coverage: group,
  usage: group,
  trace: z.looseObject({
    segmentations: z.array(group),
    identity: z.looseObject({ entities: z.array(group), relations: z.array(group) }),
    consistency: z.array(group),
    verification: z.array(group),
    agreement: group.nullable(),
  }),
});

/** What a run of a detector records. */
export const VERDICTS: RecordKind<PassageVerdict> = {
  name: 'a verdict',
  is: (value): value is PassageVerdict => verdictSchema.safeParse(value).success,
};

/** Records read into memory. */
export async function allOf<T>(records: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** What the lines of a file are. */
export interface RecordKind<T> {
  /** With its article, for messages. */
  name: string;
  is: (value: unknown) => value is T;
}

/**
 * The records of a file, in order.
 * @throws RunError naming the line that is not one, or when there is no such file
 */
export async function* readJsonRecords<T>(file: string, kind: RecordKind<T>): AsyncGenerator<T> {
  let number = 0;
  try {
    for await (const { text } of wholeLines(file)) {
      number += 1;
      yield parseRecord(text, kind, `${file}:${number}`);
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new RunError(`${file}: cannot be read (${code})`, { cause: error });
  }
}

function parseRecord<T>(text: string, { name, is }: RecordKind<T>, place: string): T {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new RunError(`${place}: not JSON`, { cause: error });
  }
  if (!is(record)) throw new RunError(`${place}: not ${name}`);
  return record;
}

/** Cuts off a last line that was not written to its end. */
export async function cutTornLine(file: string): Promise<void> {
  let end = 0;
  for await (const line of wholeLines(file)) end = line.end;
  await truncate(file, end);
}

/** Lines that end in a line break; `end` is the offset behind it, in bytes. Splits on nothing but `\n`. */
async function* wholeLines(file: string): AsyncGenerator<{ text: string; end: number }> {
  let pending: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, start)) {
      const line = Buffer.concat([...pending, chunk.subarray(start, at)]);
      pending = [];
      start = at + 1;
      end += line.length + 1;
      yield { text: line.toString('utf8'), end };
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
}

/** Appends records to a file it holds open. */
export class RecordWriter<T = PassageVerdict> {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** @throws RunError when the file cannot be opened */
  static async open<T = PassageVerdict>(file: string): Promise<RecordWriter<T>> {
    const handle = await open(file, 'a').catch((error: NodeJS.ErrnoException) => {
      throw new RunError(`${file}: cannot be written (${error.code})`, { cause: error });
    });
    return new RecordWriter<T>(handle);
  }

  /** @throws RunError when the disk does not take the line, for one because it is full */
  async append(record: T): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    const { bytesWritten } = await this.#handle.write(line).catch((error: NodeJS.ErrnoException) => {
      throw new RunError(`cannot write records (${error.code})`, { cause: error });
    });
    if (bytesWritten < line.length) throw new RunError('cannot write records (disk full?)');
  }

  async close(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
  }
}
