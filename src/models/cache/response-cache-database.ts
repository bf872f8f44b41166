/** Opens the SQLite file of a response cache; a file that is damaged is put out of the way. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageProblem } from '../optional-package.ts';
import { isDamage } from './response-cache-errors.ts';
import { AnswerStore } from './response-cache-store.ts';

/** Alone in a folder of its own with its log, so that one rename moves them all. Named by the version of the form. */
const FORM = 'v1';
const FILE = 'answers.db';
/** How long a statement waits for another process, in milliseconds. */
const PATIENCE = 5000;

export interface OpenedCache {
  store: AnswerStore;
  /** Whether a damaged file had to be given up. */
  renewed: boolean;
}

export interface CacheFile {
  /** @throws SqliteError or a system error when the folder cannot be written */
  open(): OpenedCache;
  /** Opens the file anew after it turned out damaged, unless another process has renewed it: then that one. */
  reopen(): OpenedCache;
}

/** @throws BackendError when the optional package is not installed, or not for this platform */
export async function cacheFileIn(folder: string): Promise<CacheFile> {
  const { default: Database } = await import('libsql').catch((error: unknown) => {
    throw packageProblem('libsql', 'set cache.enabled to false', error);
  });
  const openOnce = (thorough: boolean): AnswerStore => {
    mkdirSync(join(folder, FORM), { recursive: true });
    const database = new Database(cacheFilePath(folder), { timeout: PATIENCE });
    try {
      const store = new AnswerStore(database);
      if (thorough) store.check();
      return store;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  const openOrRenew = (thorough: boolean): OpenedCache => {
    try {
      return { store: openOnce(thorough), renewed: false };
    } catch (error) {
      if (!isDamage(error)) throw error;
      discardCacheFile(folder);
      return { store: openOnce(false), renewed: true };
    }
  };
  return { open: () => openOrRenew(false), reopen: () => openOrRenew(true) };
}

export function cacheFilePath(folder: string): string {
  return join(folder, FORM, FILE);
}

/** Moved away first: another process that has it open must not meet half of it. */
function discardCacheFile(folder: string): void {
  const away = join(folder, `damaged-${process.pid}-${Date.now()}`);
  renameSync(join(folder, FORM), away);
  rmSync(away, { recursive: true, force: true });
}
