/**
 * The folder of cached answers: one file each, in one of 256 folders by the hash of its key. Files are written to a
 * temporary name and renamed, so that several processes can share the folder and a killed one leaves no partial file.
 * The modification time of a file is when it was stored, its access time when it was last read. A file is a line of JSON
 * with a checksum, by which changes are noticed:
 *
 *   {"sha256":"<64 digits>","answer":{"key":"...","draw":0,"text":"..."}}
 */
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../common/json-line.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { sha256 } from './cache-key.ts';

const FORM = 'v2';
const SHELF = /^[0-9a-f]{2}$/;
const ANSWER = /^[0-9a-f]{62}-\d+\.json$/;
/** Age of temporary files that a killed process left. */
const STALE_MILLISECONDS = 3_600_000;
/** Resolution of access times, enough to delete the least recently used. */
const ACCESS_MILLISECONDS = 3_600_000;

interface AnswerPlace {
  /** See cache-key.ts. */
  key: string;
  /** Its index within the key. */
  draw: number;
}

const fileSchema = z.object({
  sha256: z.string(),
  answer: z.object({ key: z.string(), draw: z.int(), text: z.string() }),
});

export function answerBytes({ key, draw }: AnswerPlace, text: string): Buffer {
  const answer = { key, draw, text };
  return Buffer.from(`${JSON.stringify({ sha256: sha256(JSON.stringify(answer)), answer })}\n`);
}

/** Null where the file is not as it was written. */
function answerIn(bytes: Buffer): (AnswerPlace & { text: string }) | null {
  const answer = fileSchema.safeParse(jsonIn(bytes.toString())).data?.answer;
  return answer && answerBytes(answer, answer.text).equals(bytes) ? answer : null;
}

export interface AnswerFile {
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  stored: number;
  used: number;
}

export const answersFolder = (folder: string): string => path.join(folder, FORM);
export const claimsFolder = (folder: string): string => path.join(folder, FORM, 'claims');

/** The one of the 256 folders that holds a key. */
const shelfOf = (folder: string, key: string): string =>
  path.join(answersFolder(folder), sha256(key).slice(0, 2));

function placeOf(folder: string, { key, draw }: AnswerPlace): string {
  return path.join(shelfOf(folder, key), `${sha256(key).slice(2)}-${draw}.json`);
}

/**
 * The text of an answer that was not stored before `since`; null where there is none. A damaged file is deleted.
 *
 * @param onDamage called for such a file, and for one that cannot be read
 */
export function readAnswer(
  folder: string,
  place: AnswerPlace,
  { since, now, onDamage }: { since: number; now: number; onDamage: (file: string) => void },
): string | null {
  const file = placeOf(folder, place);
  const read = contentOf(file, onDamage);
  if (read === null) return null;
  const answer = answerIn(read.bytes);
  if (answer?.key !== place.key || answer.draw !== place.draw) {
    rmSync(file, { force: true });
    onDamage(file);
    return null;
  }
  const { mtime, mtimeMs, atimeMs } = read.stats;
  if (Math.round(mtimeMs) < since) return null;
  if (now - atimeMs > ACCESS_MILLISECONDS) absentAsNull(() => utimesSync(file, now / 1000, mtime));
  return answer.text;
}

/** Null where there is none, or where it is no file, which might be read for ever. */
function contentOf(file: string, onDamage: (file: string) => void): { bytes: Buffer; stats: Stats } | null {
  try {
    const stats = absentAsNull(() => statSync(file));
    if (stats?.isFile()) return absentAsNull(() => ({ bytes: readFileSync(file), stats }));
    if (stats !== null) onDamage(file);
  } catch {
    onDamage(file);
  }
  return null;
}

/**
 * @returns the folder of the file, and the bytes written: 0 where a folder stands in its place
 * @throws a system error, for example where the disk is full
 */
export function writeAnswer(
  folder: string,
  place: AnswerPlace,
  { text, now }: { text: string; now: number },
): { shelf: string; bytes: number } {
  const shelf = shelfOf(folder, place.key);
  const file = placeOf(folder, place);
  makeFolder(shelf);
  if (absentAsNull(() => statSync(file))?.isDirectory()) return { shelf, bytes: 0 };
  const bytes = answerBytes(place, text);
  writeRenamed(file, bytes, now);
  return { shelf, bytes: bytes.length };
}

let written = 0;

/** Writes a file atomically. @param time modification and access time */
function writeRenamed(file: string, bytes: Buffer | string, time: number): void {
  written += 1;
  const own = `${file}.${process.pid}-${written}.tmp`;
  try {
    writeFileSync(own, bytes);
    utimesSync(own, time / 1000, time / 1000);
    renameSync(own, file);
  } catch (error) {
    rmSync(own, { force: true });
    throw error;
  }
}

/** All answers, skipping any other files. @throws a system error */
export function* answerFiles(folder: string): Generator<AnswerFile> {
  for (const name of namesIn(answersFolder(folder)).filter((one) => SHELF.test(one)))
    yield* filesOn(path.join(answersFolder(folder), name));
}

function* filesOn(shelf: string): Generator<AnswerFile> {
  for (const name of namesIn(shelf).filter((one) => ANSWER.test(one))) {
    const file = path.join(shelf, name);
    const found = absentAsNull(() => statSync(file));
    if (found?.isFile())
      yield { path: file, bytes: found.size, stored: Math.round(found.mtimeMs), used: found.atimeMs };
  }
}

/** Deletes the least recently used answers of a folder until the rest fits, and leftovers of killed processes. */
export function evict(shelf: string, room: number, now: number): void {
  for (const name of namesIn(shelf).filter((one) => one.endsWith('.tmp'))) {
    const file = path.join(shelf, name);
    const left = absentAsNull(() => statSync(file));
    if (left && now - left.mtimeMs > STALE_MILLISECONDS) rmSync(file, { force: true });
  }
  const files = [...filesOn(shelf)];
  let taken = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const file of files.toSorted((a, b) => a.used - b.used || (a.path < b.path ? -1 : 1))) {
    if (taken <= room) return;
    rmSync(file.path, { force: true });
    taken -= file.bytes;
  }
}

/** Whether a file is an undamaged answer in its right place. */
export function isWhole(folder: string, file: string): boolean {
  const answer = answerIn(readFileSync(file));
  return answer !== null && placeOf(folder, answer) === file;
}

const namesIn = (folder: string): string[] => (absentAsNull(() => readdirSync(folder)) ?? []).sort();

/** Null where a file does not exist (any more). */
export function absentAsNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
