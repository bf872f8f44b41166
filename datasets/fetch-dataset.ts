/** Downloads the files of a data set into a cache folder, checks them, and only then gives them their names. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../src/errors.ts';
import { takeLock } from '../src/files/lock.ts';
import { cachedFile, readMeta, writeMeta } from './cache.ts';
import type { RegistryEntry, RegistryFile } from './dataset-registry.ts';
import { type Download, download, removePart } from './download.ts';
import { type FileInspection, type InspectionOptions, inspectFile } from './inspect-file.ts';

export interface FetchOptions {
  /** Cache folder. */
  folder: string;
  /** Address of a mirror, which has the files as `<name of the data set>/<name of the file>`. */
  mirror?: string | undefined;
  /** Downloads what is there already, and takes it whatever the first download was. */
  force?: boolean;
  signal?: AbortSignal | undefined;
  /** Before the first retry, in milliseconds. */
  retryDelay?: number;
}

export interface FetchedFile extends FileInspection {
  path: string;
  how: 'downloaded' | 'resumed' | 'already there';
}

/**
 * The files of a data set, in the order of its entry. What is there already is only checked. After an error nothing
 * half-written stands under a file's own name, and what came so far is gone on with next time.
 * @throws FetchError when a server does not give a file, InputError when a file is not what it should be, or when
 * the data set cannot be downloaded, RunError when another process downloads the file
 */
export async function fetchDataset(entry: RegistryEntry, options: FetchOptions): Promise<FetchedFile[]> {
  if (entry.files.length === 0) throw new InputError(`${entry.name} cannot be downloaded: ${entry.byHand}`);
  const fetched: FetchedFile[] = [];
  for (const file of entry.files) fetched.push(await fetchFile(entry, file, options));
  return fetched;
}

async function fetchFile(
  entry: RegistryEntry,
  file: RegistryFile,
  options: FetchOptions,
): Promise<FetchedFile> {
  const path = cachedFile(options.folder, entry, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    const unlock = await takeLock(`${path}.lock`, path);
    try {
      const recorded = options.force ? null : ((await readMeta(path))?.sha256 ?? null);
      const present = options.force ? null : await presentFile(path, file, recorded);
      return present ?? (await downloadFile({ entry, file, path, recorded, options }));
    } finally {
      await unlock();
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new InputError(`${path}: cannot be written (${code})`, { cause: error });
  }
}

async function presentFile(
  path: string,
  file: RegistryFile,
  recorded: string | null,
): Promise<FetchedFile | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return null;
  return { path, how: 'already there', ...flawless(bytes, { source: path, expected: file, recorded }) };
}

interface Order {
  entry: RegistryEntry;
  file: RegistryFile;
  path: string;
  recorded: string | null;
  options: FetchOptions;
}

async function downloadFile({ entry, file, path, recorded, options }: Order): Promise<FetchedFile> {
  const part = `${path}.part`;
  const { signal, retryDelay, mirror } = options;
  const from =
    mirror === undefined
      ? { urls: file.urls, origins: entry.origins }
      : { urls: [mirrored(mirror, entry, file)] };
  const got = await download({ ...from, part, signal, retryDelay });
  const check = await checkPart(part, { file, recorded, got });
  const { sha256, size } = check;
  await writeMeta(path, { url: got.url, sha256, size, etag: got.etag, licence: entry.licence });
  await rename(part, path);
  await syncFolder(dirname(path));
  await removePart(part);
  return { path, how: got.resumedFrom > 0 ? 'resumed' : 'downloaded', ...check };
}

/** What is not what it should be is thrown away, so that the next try begins anew. */
async function checkPart(
  part: string,
  { file, recorded, got }: { file: RegistryFile; recorded: string | null; got: Download },
): Promise<FileInspection> {
  try {
    const bytes = await readFile(part);
    return flawless(bytes, { source: got.url, expected: file, announced: got.announced, recorded });
  } catch (error) {
    await removePart(part);
    throw error;
  }
}

function flawless(bytes: Uint8Array, options: InspectionOptions): FileInspection {
  const inspection = inspectFile(bytes, options);
  if (inspection.problems.length === 0) return inspection;
  throw new InputError(`${options.source}: is not the file expected: ${inspection.problems.join('; ')}`);
}

function mirrored(mirror: string, entry: RegistryEntry, file: RegistryFile): string {
  const base = mirror.replace(/\/*$/, '/');
  if (!/^https?:\/\/[^/@]+\//.test(base) || !URL.canParse(base)) {
    throw new InputError(
      'the mirror is no address of the form http(s)://host/path, without user and password',
    );
  }
  return new URL(`${entry.name}/${encodeURIComponent(file.name)}`, base).href;
}

/** Makes the new name last through a power failure, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
