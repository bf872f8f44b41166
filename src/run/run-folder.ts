/** A run on disk: `run.json` says what it is, `records.jsonl` holds its verdicts, `run.lock` who writes it. */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../errors.ts';
import type { PassageVerdict } from '../passage.ts';
import { acquireLock } from './lock.ts';
import { type RunManifest, readManifest, writeManifest } from './manifest.ts';
import { cutTornLine, RECORDS_FILE, RecordWriter, readRecords } from './records.ts';

/** A run folder this process may write. */
export interface RunFolder {
  readonly path: string;
  readonly manifest: RunManifest;
  /** The verdicts written so far, in order. */
  records(): AsyncGenerator<PassageVerdict>;
  append(verdict: PassageVerdict): Promise<void>;
  /** Replaces fields of `run.json`. */
  update(changes: Partial<RunManifest>): Promise<void>;
  /** Lets go of the folder. */
  close(): Promise<void>;
}

/**
 * Makes a new run folder.
 * @throws RunError when the folder has something in it already, or cannot be written
 */
export async function createRun(folder: string, manifest: RunManifest): Promise<RunFolder> {
  await makeEmptyFolder(folder);
  return holdingLock(folder, async (release) => {
    await writeManifest(folder, manifest);
    return openForWriting(folder, manifest, release);
  });
}

/**
 * Opens a run folder to go on with it; a torn last line is cut off.
 * @throws RunError when it is no run folder, or another process is writing it
 */
export async function resumeRun(folder: string): Promise<RunFolder> {
  const manifest = await readManifest(folder);
  return holdingLock(folder, async (release) => {
    const run = await openForWriting(folder, manifest, release);
    await cutTornLine(path.join(folder, RECORDS_FILE));
    return run;
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

async function makeEmptyFolder(folder: string): Promise<void> {
  let content: string[];
  try {
    await mkdir(folder, { recursive: true });
    content = await readdir(folder);
  } catch (error) {
    throw new RunError(`${folder}: cannot be made (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  if (content.length > 0) throw new RunError(`${folder}: is not empty; give another --out, or --resume it`);
}

async function holdingLock(
  folder: string,
  open: (release: () => Promise<void>) => Promise<RunFolder>,
): Promise<RunFolder> {
  const release = await acquireLock(folder);
  try {
    return await open(release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function openForWriting(
  folder: string,
  opened: RunManifest,
  release: () => Promise<void>,
): Promise<RunFolder> {
  const recordsFile = path.join(folder, RECORDS_FILE);
  const writer = await RecordWriter.open(recordsFile);
  let manifest = opened;
  return {
    path: folder,
    get manifest() {
      return manifest;
    },
    records: () => readRecords(recordsFile),
    append: (verdict) => writer.append(verdict),
    async update(changes) {
      manifest = { ...manifest, ...changes };
      await writeManifest(folder, manifest);
    },
    async close() {
      await writer.close();
      await release();
    },
  };
}
