/**
 * `records.jsonl`: one verdict a line, in input order, appended whole lines at a time. A line without its line
 * break was being written when a process died: readers ignore it, and resuming cuts it off.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { RunError } from '../errors.ts';
import type { PassageVerdict } from '../passage.ts';

export const RECORDS_FILE = 'records.jsonl';

const LINE_BREAK = 0x0a;

/**
 * The verdicts of a records file, in order.
 * @throws RunError naming the line that is not a verdict
 */
export async function* readRecords(file: string): AsyncGenerator<PassageVerdict> {
  let number = 0;
  try {
    for await (const { text } of wholeLines(file)) {
      number += 1;
      yield parseRecord(text, `${file}:${number}`);
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new RunError(`${file}: cannot be read (${code})`, { cause: error });
  }
}

function parseRecord(text: string, place: string): PassageVerdict {
  let record: PassageVerdict;
  try {
    record = JSON.parse(text);
  } catch (error) {
    throw new RunError(`${place}: not JSON`, { cause: error });
  }
  if (typeof record?.passage?.id !== 'string' || !Array.isArray(record.triples)) {
    throw new RunError(`${place}: not a verdict`);
  }
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
export class RecordWriter {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(file: string): Promise<RecordWriter> {
    return new RecordWriter(await open(file, 'a'));
  }

  /** @throws RunError when the disk does not take the line, for one because it is full */
  async append(verdict: PassageVerdict): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(verdict)}\n`);
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
