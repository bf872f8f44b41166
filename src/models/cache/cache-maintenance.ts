/** Maintenance of a response cache, outside of runs. */
import { rmSync } from 'node:fs';
import { BackendError } from '../../errors.ts';
import { type AnswerFile, answerFiles, isWhole } from './answer-folder.ts';

/** What a cache holds; times in milliseconds since 1970. */
export interface CacheState {
  /** The folder of the cache, whether or not it exists. */
  folder: string;
  entries: number;
  /** Of the files, in bytes. */
  diskBytes: number;
  oldest: number | null;
  newest: number | null;
}

/** @throws BackendError when there is a cache that cannot be read */
export function inspectCache(folder: string): CacheState {
  const files = orFail(folder, () => [...answerFiles(folder)]);
  const times = files.map(({ stored }) => stored);
  return {
    folder,
    entries: files.length,
    diskBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: times.reduce<number | null>((least, time) => Math.min(least ?? time, time), null),
    newest: times.reduce<number | null>((most, time) => Math.max(most ?? time, time), null),
  };
}

/**
 * Deletes the answers stored before a time, in milliseconds since 1970. @returns their number
 * @throws BackendError when there is a cache that cannot be written
 */
export const pruneCache = (folder: string, before: number): number =>
  deleteFiles(folder, ({ stored }) => stored < before);

/** Deletes all answers; @returns their number. @throws BackendError as {@link pruneCache} */
export const clearCache = (folder: string): number => deleteFiles(folder, () => true);

/** Reads all answers and deletes damaged ones; @returns the number of damaged ones. @throws BackendError */
export const checkCache = (folder: string): number =>
  deleteFiles(folder, ({ path }) => !isWhole(folder, path));

function deleteFiles(folder: string, isUnwanted: (file: AnswerFile) => boolean): number {
  return orFail(folder, () => {
    const unwanted = [...answerFiles(folder)].filter(isUnwanted);
    for (const { path } of unwanted) rmSync(path, { force: true });
    return unwanted.length;
  });
}

function orFail<T>(folder: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new BackendError(`The cache in ${folder} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
