/**
 * A recording of model calls: JSON Lines, appended whole lines at a time. While it is written, lines stand in the
 * order in which answers came; closing sorts them, so that equal runs leave equal files whatever their timing.
 *
 * Only the places of the lines are kept in memory. One process at a time may write a recording.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CassetteError } from '../../errors.ts';
import { type AskedEntry, type CassetteEntry, parseEntry, slotOf } from './cassette-entry.ts';

/** Where a line is, in bytes without its line break. */
interface Place {
  slot: string;
  take: number;
  start: number;
  length: number;
}

export type CassetteMode = 'new' | 'continue' | 'read';

/** new: never over a recording that is there; continue: makes it where it is missing; read: only to replay. */
const FLAGS: Readonly<Record<CassetteMode, string>> = { new: 'ax+', continue: 'a+', read: 'r' };

export class Cassette {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #places: Place[];
  /** Places not yet given out, by slot. */
  readonly #waiting = new Map<string, Place[]>();
  readonly #takes = new Map<string, number>();
  #end: number;
  #written = false;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  private constructor(file: string, handle: FileHandle, { places, end }: { places: Place[]; end: number }) {
    this.#file = file;
    this.#handle = handle;
    this.#places = places;
    this.#end = end;
    for (const place of [...places].sort(byTake)) {
      const waiting = this.#waiting.get(place.slot);
      if (waiting) waiting.push(place);
      else this.#waiting.set(place.slot, [place]);
    }
  }

  /**
   * Opens a recording. A last line that was not written to its end is no part of it, and is cut off where the
   * recording goes on.
   *
   * @throws CassetteError when it cannot be opened, is there already (`new`), or has a line that is none of a recording
   */
  static async open(file: string, mode: CassetteMode): Promise<Cassette> {
    const handle = await open(file, FLAGS[mode]).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EEXIST' ? 'is there already' : `cannot be opened (${error.code})`;
      throw new CassetteError(`recording ${file} ${why}`, { cause: error });
    });
    try {
      const found = await findPlaces(file);
      if (mode !== 'read') await handle.truncate(found.end);
      return new Cassette(file, handle, found);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * The next of the requests that were recorded when the file was opened and equal this one; null where there is
   * none left. `take` is the number that a recording of this one gets.
   */
  async take(asked: AskedEntry): Promise<{ entry: CassetteEntry | null; take: number }> {
    const slot = slotOf(asked);
    const take = this.#takes.get(slot) ?? 0;
    this.#takes.set(slot, take + 1);
    const place = this.#waiting.get(slot)?.shift();
    return { entry: place ? await this.#read(place) : null, take };
  }

  /** @throws CassetteError when the disk does not take the line, for one because it is full */
  append(entry: CassetteEntry): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    const writing = this.#last.then(async () => {
      const { bytesWritten } = await this.#handle.write(line).catch((error: NodeJS.ErrnoException) => {
        throw new CassetteError(`recording ${this.#file} cannot be written (${error.code})`, {
          cause: error,
        });
      });
      if (bytesWritten < line.length) {
        await this.#handle.truncate(this.#end).catch(() => {});
        throw new CassetteError(`recording ${this.#file} cannot be written (disk full?)`);
      }
      this.#places.push({ slot: slotOf(entry), take: entry.take, start: this.#end, length: line.length - 1 });
      this.#end += line.length;
      this.#written = true;
    });
    this.#last = writing.catch(() => {});
    return writing;
  }

  /** How many requests that equal this one are recorded. */
  count(asked: AskedEntry): number {
    const slot = slotOf(asked);
    return this.#places.filter((place) => place.slot === slot).length;
  }

  /** All that is recorded, in the order of the file. */
  async *entries(): AsyncGenerator<CassetteEntry> {
    for (const place of [...this.#places]) yield await this.#read(place);
  }

  /** Puts the lines in order where some were written, and lets go of the file; a second time does nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#last;
    if (this.#written) await this.#sort();
    await this.#handle.close();
  }

  async #read({ start, length }: Place): Promise<CassetteEntry> {
    return parseEntry((await this.#bytes(start, length)).toString('utf8'), this.#file);
  }

  async #bytes(start: number, length: number): Promise<Buffer> {
    const { buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, start);
    return buffer;
  }

  async #sort(): Promise<void> {
    const sorted = `${this.#file}.sorted`;
    const target = await open(sorted, 'w');
    try {
      for (const { start, length } of this.#places.sort(bySlot)) {
        await target.write(await this.#bytes(start, length + 1));
      }
      await target.sync();
      await target.close();
      await rename(sorted, this.#file);
    } catch (error) {
      await target.close().catch(() => {});
      await rm(sorted, { force: true });
      throw new CassetteError(`recording ${this.#file} cannot be put in order`, { cause: error });
    }
  }
}

const byTake = (a: Place, b: Place): number => a.take - b.take;
const bySlot = (a: Place, b: Place): number => (a.slot === b.slot ? byTake(a, b) : a.slot < b.slot ? -1 : 1);

const LINE_BREAK = 0x0a;

/** The lines that end in a line break; `end` is the offset behind the last of them. */
async function findPlaces(file: string): Promise<{ places: Place[]; end: number }> {
  const places: Place[] = [];
  let pending: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, start)) {
      const line = Buffer.concat([...pending, chunk.subarray(start, at)]);
      const entry = parseEntry(line.toString('utf8'), `${file}:${places.length + 1}`);
      places.push({ slot: slotOf(entry), take: entry.take, start: end, length: line.length });
      pending = [];
      start = at + 1;
      end += line.length + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  return { places, end };
}
