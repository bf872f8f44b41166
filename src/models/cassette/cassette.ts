/**
 * A recording of model calls: JSON Lines, appended whole lines at a time. Lines are appended in the order of the
 * answers; closing sorts them, so that equal runs produce equal files whatever their timing.
 *
 * One process at a time may write a recording.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { CassetteError } from '../../errors.ts';
import { wholeLines } from '../../files/whole-lines.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { groupBy } from '../../common/group-by.ts';
import { type AskedEntry, type CassetteEntry, parseEntry, slotOf } from './cassette-entry.ts';
import { systemReason, throwing } from '../../files/system-reason.ts';

interface Line {
  slot: string;
  take: number;
  text: string;
}

export type CassetteMode = 'new' | 'continue' | 'read';

/** new: fails if the recording exists; continue: creates it if missing; read: only to replay. */
const FLAGS: Readonly<Record<CassetteMode, string>> = { new: 'ax+', continue: 'a+', read: 'r' };

export class Cassette {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #lines: Line[];
  readonly #takes = new Map<string, number>();
  /** The lines in the file when it was opened, by slot. */
  readonly #recorded: ReadonlyMap<string, Line[]>;
  #written = false;
  #writing: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  private constructor(file: string, handle: FileHandle, lines: Line[]) {
    this.#file = file;
    this.#handle = handle;
    this.#lines = lines;
    this.#recorded = groupBy([...lines].sort(inOrder), ({ slot }) => slot);
  }

  /**
   * Opens a recording. An incomplete last line is ignored, and cut off where the recording is continued.
   * @throws CassetteError when it cannot be opened, exists already (`new`), or has an invalid line
   */
  static async open(file: string, mode: CassetteMode): Promise<Cassette> {
    const handle = await open(file, FLAGS[mode]).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EEXIST' ? 'exists already' : `cannot be opened (${systemReason(error)})`;
      throw new CassetteError(`recording ${file} ${why}`, { cause: error });
    });
    try {
      const lines: Line[] = [];
      let length = 0;
      for await (const { text, end } of wholeLines(file)) {
        lines.push(lineOf(parseEntry(text, `${file}:${lines.length + 1}`), text));
        length = end;
      }
      if (mode !== 'read') await handle.truncate(length);
      return new Cassette(file, handle, lines);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * The next recorded request that equals this one, among those in the file when it was opened; null where none is
   * left. `take` is the ordinal that a new recording of it gets.
   */
  take(asked: AskedEntry): { entry: CassetteEntry | null; take: number } {
    const slot = slotOf(asked);
    const take = this.#takes.get(slot) ?? 0;
    this.#takes.set(slot, take + 1);
    const line = this.#recorded.get(slot)?.[take];
    return { entry: line ? this.#parse(line) : null, take };
  }

  /** @throws CassetteError when this line or an earlier one could not be written, for example on a full disk */
  append(entry: CassetteEntry): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const line = lineOf(entry, JSON.stringify(entry));
      const fail = throwing(CassetteError, `recording ${this.#file} cannot be written`);
      await this.#handle.appendFile(line.text).catch(fail);
      this.#lines.push(line);
      this.#written = true;
    });
    return this.#writing;
  }

  entries(): CassetteEntry[] {
    return this.#lines.map((line) => this.#parse(line));
  }

  /** Sorts the lines where some were written, and closes the file; idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#handle.close();
    if (!this.#written) return;
    await writeWhole(
      this.#file,
      this.#lines
        .sort(inOrder)
        .map(({ text }) => text)
        .join(''),
    );
  }

  #parse({ text }: Line): CassetteEntry {
    return parseEntry(text, this.#file);
  }
}

const lineOf = (entry: CassetteEntry, text: string): Line => ({
  slot: slotOf(entry),
  take: entry.take,
  text: `${text}\n`,
});

const inOrder = (a: Line, b: Line): number =>
  a.slot === b.slot ? a.take - b.take : a.slot < b.slot ? -1 : 1;
