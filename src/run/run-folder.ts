/** A run on disk: `run.json` says what it is, `records.jsonl` holds its records, `run.lock` who writes it. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { takeLock } from '../files/lock.ts';
import { LOCK_FILE, MANIFEST_FILE, type RunManifest, readManifest, writeManifest } from './manifest.ts';
import { systemReason } from '../files/system-reason.ts';

/** A run folder that this process alone may write. */
export interface RunFolder {
  readonly path: string;
  readonly manifest: RunManifest;
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
export async function createRun(folder: string, manifest: RunManifest, input?: string): Promise<RunFolder> {
  makeFolder(folder);
  await leftovers(folder);
  return holdingLock(folder, async () => {
    // Again: meanwhile another process may have begun a run here, or even ended one.
    for (const name of await leftovers(folder)) await rm(path.join(folder, name), { force: true });
    await writeBeginning(folder, manifest, input);
    return manifest;
  });
}

/**
 * Opens a run folder to go on with it.
 * @throws RunError when it is no run folder, or another process is writing it
 */
export async function resumeRun(folder: string): Promise<RunFolder> {
  await readManifest(folder);
  return holdingLock(folder, async () => {
    for (const name of (await readdir(folder)).filter(isTemporaryManifest))
      await rm(path.join(folder, name), { force: true });
    return readManifest(folder);
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

/** What a process that ended before it wrote `run.json` may have left beside its lock: see also lock.ts. */
const isTemporary = (name: string): boolean =>
  isTemporaryManifest(name) || (name.startsWith(`${LOCK_FILE}.`) && /\.(tmp|turn)$/.test(name));

const isTemporaryManifest = (name: string): boolean =>
  name.startsWith(`${MANIFEST_FILE}.`) && name.endsWith('.tmp');

/**
 * What is in a folder without a run: nothing but remains of one that never began, the lock aside. A kept input is
 * such only beside a lock, for else somebody put it there.
 *
 * @throws RunError when there is anything else
 */
async function leftovers(folder: string): Promise<string[]> {
  const content = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new RunError(`${folder}: cannot be read (${systemReason(error)})`, { cause: error });
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
    throw new RunError(`cannot write ${file} (${systemReason(error)})`, { cause: error });
  }
}

async function holdingLock(folder: string, open: () => Promise<RunManifest>): Promise<RunFolder> {
  const release = await takeLock(path.join(folder, LOCK_FILE), folder);
  try {
    let manifest = await open();
    return {
      path: folder,
      get manifest() {
        return manifest;
      },
      async update(changes) {
        manifest = { ...manifest, ...changes };
        await writeManifest(folder, manifest);
      },
      close: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}
