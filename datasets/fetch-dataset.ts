/** Downloads the files of a data set into a cache folder; they get their names only after verification. */
import { dirname } from 'node:path';
import { InputError } from '../src/errors.ts';
import { makeFolder } from '../src/files/make-folder.ts';
import { readBytesIfPresent } from '../src/files/read-bytes.ts';
import { writeWhole } from '../src/files/write-whole.ts';
import { cachedFile, readMeta, writeMeta } from './cache.ts';
import type { RegistryEntry, RegistryFile } from './dataset-registry.ts';
import { download } from './download.ts';
import { type FileInspection, type InspectionOptions, inspectFile } from './inspect-file.ts';

export interface FetchOptions {
  folder: string;
  /** Address of a mirror, which has the files as `<name of the data set>/<name of the file>`. */
  mirror?: string | undefined;
  /** Downloads existing files again, and accepts them whatever the first download was. */
  force?: boolean;
  signal?: AbortSignal | undefined;
  /** Before the first retry, in milliseconds. */
  retryDelay?: number;
}

export interface FetchedFile extends FileInspection {
  path: string;
  how: 'downloaded' | 'already there';
}

/**
 * The files of a data set, in the order of its entry. Existing files are only verified. Files are written atomically
 * after verification.
 * @throws FetchError when a server does not give a file, InputError when a file is not what it should be, or when the
 *   data set cannot be downloaded, RunError when it cannot be written
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
  const { signal, retryDelay, mirror } = options;
  const path = cachedFile(options.folder, entry, file);
  const recorded = options.force ? null : ((await readMeta(path))?.sha256 ?? null);
  const present = options.force ? null : await readBytesIfPresent(path);
  if (present !== null) {
    const inspection = checkedContent(present, { source: path, expected: file, recorded });
    return { path, how: 'already there', ...inspection };
  }
  makeFolder(dirname(path));
  const from =
    mirror === undefined
      ? { urls: file.urls, origins: entry.origins }
      : { urls: [mirrored(mirror, entry, file)] };
  const { url, bytes, etag, announced } = await download({ ...from, signal, retryDelay });
  const inspection = checkedContent(bytes, { source: url, expected: file, announced, recorded });
  const { sha256, size } = inspection;
  await writeMeta(path, { url, sha256, size, etag, licence: entry.licence });
  await writeWhole(path, bytes);
  return { path, how: 'downloaded', ...inspection };
}

/** @throws InputError for wrong content */
function checkedContent(bytes: Uint8Array, options: InspectionOptions): FileInspection {
  const inspection = inspectFile(bytes, options);
  if (inspection.problems.length === 0) return inspection;
  throw new InputError(`${options.source}: is not the expected file: ${inspection.problems.join('; ')}`);
}

function mirrored(mirror: string, entry: RegistryEntry, file: RegistryFile): string {
  const base = mirror.replace(/\/*$/, '/');
  if (!/^https?:\/\/[^/@]+\//.test(base) || !URL.canParse(base)) {
    throw new InputError(
      'the mirror is not an address of the form http(s)://host/path, without user and password',
    );
  }
  return new URL(`${entry.name}/${encodeURIComponent(file.name)}`, base).href;
}
