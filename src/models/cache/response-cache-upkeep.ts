/** Looking after a response cache from outside of a run. */
import { existsSync, statSync } from 'node:fs';
import { BackendError } from '../../errors.ts';
import { cacheFilePath, openCacheFile } from './response-cache-database.ts';
import type { AnswerStore, CacheInfo } from './response-cache-store.ts';

export interface CacheState extends CacheInfo {
  /** The folder of the cache, whether or not there is one. */
  folder: string;
  /** Room taken on the disk, in bytes. */
  diskBytes: number;
}

/** @throws BackendError when there is a cache that cannot be read */
export async function inspectCache(folder: string): Promise<CacheState> {
  const info = await withStore(folder, (store) => store.info());
  return {
    folder,
    diskBytes: diskBytes(folder),
    ...(info ?? { entries: 0, textBytes: 0, oldest: null, newest: null }),
  };
}

/**
 * Deletes the answers stored before a time, in milliseconds since 1970.
 *
 * @returns how many they were
 * @throws BackendError when there is a cache that cannot be written
 */
export async function pruneCache(folder: string, before: number): Promise<number> {
  return (await withStore(folder, (store) => store.deleteBefore(before))) ?? 0;
}

/** Deletes all answers; @returns how many they were. @throws BackendError as {@link pruneCache} */
export function clearCache(folder: string): Promise<number> {
  return pruneCache(folder, Number.MAX_SAFE_INTEGER);
}

/** Null where there is no cache; a damaged one is renewed, and empty then. */
async function withStore<T>(folder: string, action: (store: AnswerStore) => T): Promise<T | null> {
  if (!existsSync(cacheFilePath(folder))) return null;
  try {
    const file = await openCacheFile(folder);
    try {
      return file.use(action);
    } finally {
      file.close();
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new BackendError(`The cache in ${folder} cannot be used: ${words}`, { cause: error });
  }
}

/** The database and the two files SQLite keeps beside it. */
function diskBytes(folder: string): number {
  const files = ['', '-wal', '-shm'].map((suffix) => `${cacheFilePath(folder)}${suffix}`);
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
