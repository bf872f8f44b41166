/** A run on disk: `run.json` says what it is, `records.jsonl` holds its records, `run.lock` who writes it. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { takeLock } from '../files/lock.ts';
import type { PassageVerdict } from '../passage.ts';
import { LOCK_FILE, MANIFEST_FILE, type RunManifest, readManifest, writeManifest } from './manifest.ts';
import { openRecordLog } from './record-log.ts';
import { RECORDS_FILE, type RecordKind, VERDICTS } from './records.ts';

/** A run folder this process may write. Its records are verdicts, unless it is a run without a detector. */
export interface RunFolder<R = PassageVerdict> {
  readonly path: string;
  /** Of the records. */
  readonly file: string;
  readonly manifest: RunManifest;
  /** What is written so far, in order. */
  records(): AsyncGenerator<R>;
  append(record: R): Promise<void>;
  /** Replaces fields of `run.json`. */
  update(changes: Partial<RunManifest>): Promise<void>;
  /** Lets go of the folder. */
  close(): Promise<void>;
}

/** Input that cannot be read again is kept under this name in the run folder. */
export const KEPT_INPUT = 'input.jsonl';

/**
 * Makes a new run folder. `run.json` comes last, so that a folder with one can be resumed; what a process that was
 * killed before has left (its lock, its input, temporary files) is taken over.
 *
 * @param input is kept in the folder, for a run whose input cannot be read again
 * @throws RunError when the folder has something in it already, is in use, or cannot be written
 */
export const createRun = (folder: string, manifest: RunManifest, input?: string): Promise<RunFolder> =>
  createRunOf(VERDICTS, folder, manifest, input);

/** A new run folder with records of another kind. @throws as {@link createRun} */
export async function createRunOf<R>(
  kind: RecordKind<R>,
  folder: string,
  manifest: RunManifest,
  input?: string,
): Promise<RunFolder<R>> {
  await makeFolder(folder);
  await leftovers(folder);
  return holdingLock(folder, async (release) => {
    // Again: meanwhile another process may have begun a run here, or even ended one.
    for (const name of await leftovers(folder)) await rm(path.join(folder, name), { force: true });
    await writeBeginning(folder, manifest, input);
    return openForWriting({ kind, folder, manifest, release });
  });
}

/**
 * Opens a run folder to go on with it; a torn last line is cut off.
 * @throws RunError when it is no run folder, or another process is writing it
 */
export const resumeRun = (folder: string): Promise<RunFolder> => resumeRunOf(VERDICTS, folder);

/** The same for records of another kind. @throws as {@link resumeRun} */
export async function resumeRunOf<R>(kind: RecordKind<R>, folder: string): Promise<RunFolder<R>> {
  const manifest = await readManifest(folder);
  return holdingLock(folder, async (release) => {
    return openForWriting({ kind, folder, manifest, release });
  });
}

/** `runs/<time>-<name>`, the default place of a run; a number is added while that is taken. */
export async function newRunPath(parent: string, name: string, now: Date): Promise<string> {
  const time = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const taken = new Set(await readdir(parent).catch(() => []));
  const base = `${time}-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)}`;
  const numbered = (number: number): string => {
    const candidate = number === 1 ? base : `${base}-${number}`;
    return taken.has(candidate) ? numbered(number + 1) : candidate;
  };
  return path.join(parent, numbered(1));
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new RunError(`${folder}: cannot be made (${error.code})`, { cause: error });
  });
}

/** What a process that ended before it wrote `run.json` may have left beside its lock: see also lock.ts. */
const isTemporary = (name: string): boolean =>
  [LOCK_FILE, MANIFEST_FILE].some((file) => name.startsWith(`${file}.`) && /\.(tmp|turn)$/.test(name));

/**
 * What is in a folder without a run: nothing but remains of one that never began, the lock aside. A kept input is
 * such only beside a lock, for else somebody put it there.
 *
 * @throws RunError when there is anything else
 */
async function leftovers(folder: string): Promise<string[]> {
  const content = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new RunError(`${folder}: cannot be read (${error.code})`, { cause: error });
  });
  const isLocked = content.includes(LOCK_FILE);
  const remains = content.filter((name) => isTemporary(name) || (isLocked && name === KEPT_INPUT));
  if (remains.length + Number(isLocked) === content.length) return remains;
  throw new RunError(`${folder}: is not empty; give another --out, or --resume it`);
}

/** Input and manifest, or neither. */
async function writeBeginning(folder: string, manifest: RunManifest, input?: string): Promise<void> {
  const file = path.join(folder, KEPT_INPUT);
  try {
    if (input !== undefined) await writeFile(file, input, { flush: true });
    await writeManifest(folder, manifest);
  } catch (error) {
    await rm(file, { force: true });
    if (error instanceof RunError) throw error;
    throw new RunError(`cannot write ${file} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

async function holdingLock<R>(
  folder: string,
  open: (release: () => Promise<void>) => Promise<RunFolder<R>>,
): Promise<RunFolder<R>> {
  const release = await takeLock(path.join(folder, LOCK_FILE), folder);
  try {
    return await open(release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function openForWriting<R>({
  kind,
  folder,
  manifest: opened,
  release,
}: Held<R>): Promise<RunFolder<R>> {
  const log = await openRecordLog(path.join(folder, RECORDS_FILE), kind);
  let manifest = opened;
  return {
    path: folder,
    file: log.file,
    get manifest() {
      return manifest;
    },
    records: log.records,
    append: log.append,
    async update(changes) {
      manifest = { ...manifest, ...changes };
      await writeManifest(folder, manifest);
    },
    async close() {
      await log.close();
      await release();
    },
  };
}

/** A folder whose lock is held. */
interface Held<R> {
  kind: RecordKind<R>;
  folder: string;
  manifest: RunManifest;
  release: () => Promise<void>;
}
