/** The persistent cache of chat answers. It may fail at any time; a run continues without it. */
import { resolve } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { systemReason } from '../../files/system-reason.ts';
import { cacheFolderOf, type Environment } from '../../files/user-cache.ts';
import { Claims } from './answer-claims.ts';
import { answersFolder, evict, readAnswer, writeAnswer } from './answer-folder.ts';

/**
 * Promises: nothing here throws. A cache that cannot be opened, read or written behaves as empty; damaged entries are
 * dropped.
 */
export interface ResponseCache {
  /** The cached texts of draws `first` to `first + n - 1`, by index. */
  find(key: string, draws: { first: number; n: number }): Map<number, string>;
  store(key: string, texts: ReadonlyMap<number, string>): void;
  /**
   * Claims a key for this process; false while another process holds it. A claim lasts until it is released. When its
   * process dies it expires within `leaseMilliseconds`, on the same machine at once. Where two take over a dead claim at
   * the same moment, both may get it; at worst a request is sent twice.
   */
  claim(key: string): boolean;
  release(key: string): void;
  close(): void;
}

/** One that may answer asynchronously, such as a cache shared by several machines. */
export type AnswerCache = {
  [Action in 'find' | 'store' | 'claim' | 'release']: (
    ...given: Parameters<ResponseCache[Action]>
  ) => ReturnType<ResponseCache[Action]> | Promise<ReturnType<ResponseCache[Action]>>;
};

export interface ResponseCacheOptions {
  folder: string;
  ttlDays?: number | undefined;
  /** Size limit of the files; beyond it the least recently used are deleted. Default: no limit. */
  maxBytes?: number | undefined;
  /** How long the claim of a dead process blocks others. Default 5 seconds. */
  leaseMilliseconds?: number;
  /** Called once with a message when an answer is damaged, and once when the cache cannot be used. */
  onProblem?: (problem: string) => void;
}

const DAY_MILLISECONDS = 86_400_000;
const LEASE_MILLISECONDS = 5000;
/** Folders of answers; each gets an equal share of the size limit. */
const SHELVES = 256;
/** Share of a folder's limit that may be written before its size is checked again. */
const SLACK = 0.1;

/** `dir` relative to `cwd`, else `answers` in `$HALLUGRAPH_CACHE` or in the cache folder of the user. */
export const cacheFolder = (dir: string | undefined, env: Environment, cwd: string): string =>
  resolve(cwd, dir ?? cacheFolderOf('answers', env));

export function openResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { folder, ttlDays, leaseMilliseconds = LEASE_MILLISECONDS, onProblem = () => {} } = options;
  const share = (options.maxBytes ?? Number.POSITIVE_INFINITY) / SHELVES;
  /** Bytes written to a folder since its size was last checked. */
  const stored = new Map<string, number>();
  const held = new Set<string>();
  let isDamageReported = false;
  let renewal: NodeJS.Timeout | undefined;
  let claims = open();

  function open(): Claims | null {
    try {
      makeFolder(answersFolder(folder));
      return new Claims(folder, leaseMilliseconds);
    } catch (error) {
      return giveUp(error);
    }
  }

  function giveUp(error: unknown): null {
    onProblem(`answers are not cached: the cache in ${folder} cannot be used (${systemReason(error)})`);
    return null;
  }

  function attempt<T>(action: (claims: Claims) => T, otherwise: T): T {
    if (claims === null) return otherwise;
    try {
      return action(claims);
    } catch (error) {
      claims = giveUp(error);
      return otherwise;
    }
  }

  function onDamage(file: string): void {
    if (!isDamageReported) onProblem(`an answer in the cache was damaged and is dropped: ${file}`);
    isDamageReported = true;
  }

  function keepWithin(shelf: string, bytes: number): void {
    const before = stored.get(shelf);
    const since = (before ?? 0) + bytes;
    const isDue = share !== Number.POSITIVE_INFINITY && (before === undefined || since > share * SLACK);
    if (isDue) evict(shelf, share, Date.now());
    stored.set(shelf, isDue ? 0 : since);
  }

  const extend = () =>
    attempt((own) => {
      for (const key of held) own.extend(key);
    }, undefined);
  return {
    find(key, { first, n }) {
      const now = Date.now();
      const since = ttlDays === undefined ? Number.NEGATIVE_INFINITY : now - ttlDays * DAY_MILLISECONDS;
      const found = new Map<number, string>();
      attempt(() => {
        for (let draw = first; draw < first + n; draw++) {
          const text = readAnswer(folder, { key, draw }, { since, now, onDamage });
          if (text !== null) found.set(draw, text);
        }
      }, undefined);
      return found;
    },
    store(key, texts) {
      attempt(() => {
        for (const [draw, text] of texts) {
          const { shelf, bytes } = writeAnswer(folder, { key, draw }, { text, now: Date.now() });
          keepWithin(shelf, bytes);
        }
      }, undefined);
    },
    claim(key) {
      if (!attempt((own) => own.take(key), true)) return false;
      held.add(key);
      renewal ??= setInterval(extend, leaseMilliseconds / 4).unref();
      return true;
    },
    release(key) {
      held.delete(key);
      attempt((own) => own.release(key), undefined);
      if (held.size > 0) return;
      clearInterval(renewal);
      renewal = undefined;
    },
    close() {
      clearInterval(renewal);
      claims = null;
    },
  };
}
