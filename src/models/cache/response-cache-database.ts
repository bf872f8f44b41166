/** The SQLite file of a response cache; one that is damaged is put out of the way. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { packageProblem } from '../optional-package.ts';
import { AnswerStore, isDamage } from './response-cache-store.ts';

/** Alone in a folder of its own with its log, so that one rename moves them all. Named by the version of the form. */
const FORM = 'v1';
const FILE = 'answers.db';
/** How long a statement waits for another process, in milliseconds. */
const PATIENCE = 5000;

export interface CacheFile {
  /** Does it, in a new file where this one turns out damaged. @throws SqliteError or a system error */
  use<T>(action: (store: AnswerStore) => T): T;
  close(): void;
}

/**
 * Opens or makes the file.
 *
 * @param onRenewed is told when a damaged file had to be given up
 * @throws BackendError when the optional package is not installed, or not for this platform
 * @throws SqliteError or a system error when the folder cannot be written
 */
export async function openCacheFile(folder: string, onRenewed = () => {}): Promise<CacheFile> {
  const { default: Database } = await import('libsql').catch((error: unknown) => {
    throw packageProblem('libsql', 'set cache.enabled to false', error);
  });
  const openOnce = (thorough: boolean): AnswerStore => {
    makeFolder(join(folder, FORM));
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
  const openOrRenew = (thorough: boolean): AnswerStore => {
    try {
      return openOnce(thorough);
    } catch (error) {
      if (!isDamage(error)) throw error;
      discardCacheFile(folder);
      const store = openOnce(false);
      onRenewed();
      return store;
    }
  };
  let store = openOrRenew(false);
  return {
    use(action) {
      try {
        return action(store);
      } catch (error) {
        if (!isDamage(error)) throw error;
        store.close();
        // Another process may have renewed it.
        store = openOrRenew(true);
        return action(store);
      }
    },
    close: () => store.close(),
  };
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
