/** The answers of chat models, kept over runs. It may fail at any time; a run goes on without it. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { BackendError } from '../../errors.ts';
import { isAlive } from '../../files/lock.ts';
import { type CacheFile, cacheFileIn, type OpenedCache } from './response-cache-database.ts';
import { isBusy, isDamage } from './response-cache-errors.ts';
import type { AnswerStore } from './response-cache-store.ts';

/**
 * Promises: nothing here throws. A cache that cannot be opened, read or written holds nothing and takes nothing;
 * an entry that is damaged is not there.
 */
export interface ResponseCache {
  /** The texts of draws `first` to `first + n - 1` that are there, by number. */
  find(key: string, draws: { first: number; n: number }): Map<number, string>;
  store(key: string, texts: ReadonlyMap<number, string>): void;
  /**
   * Whether this process may ask for a key; false while another process is at it. A claim is kept up until it is
   * released. When its process dies it ends within `leaseMilliseconds`, and at once for whoever opens the cache on
   * the same machine after that.
   */
  claim(key: string): boolean;
  release(key: string): void;
  close(): void;
}

export interface ResponseCacheOptions {
  folder: string;
  /** Days an answer is good for; default: for ever. */
  ttlDays?: number | undefined;
  /** How long the claim of a process that is gone keeps others waiting. Default 5 seconds. */
  leaseMilliseconds?: number;
  /** Is told once in words when the cache is damaged or cannot be used. */
  onProblem?: (problem: string) => void;
}

const DAY_MILLISECONDS = 86_400_000;
const LEASE_MILLISECONDS = 5000;

/** Opens or makes the cache of a folder. */
export async function openResponseCache(options: ResponseCacheOptions): Promise<ResponseCache> {
  const { folder, ttlDays, leaseMilliseconds = LEASE_MILLISECONDS, onProblem = () => {} } = options;
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  const claims = new Set<string>();
  let renewal: NodeJS.Timeout | undefined;
  let store: AnswerStore | null = null;

  function take(open: () => OpenedCache): void {
    try {
      const opened = open();
      store = opened.store;
      if (opened.renewed) onProblem(`the answer cache in ${folder} was damaged and begins anew`);
    } catch (error) {
      store = null;
      onProblem(`no answers are kept: the cache in ${folder} cannot be used (${wordsOf(error)})`);
    }
  }

  const file = await cacheFileIn(folder).catch(unusable);
  take(file.open);
  attempt((open) => open.releaseGone(isGone), undefined);

  /** Does it, or `otherwise` where the store cannot. */
  function attempt<T>(action: (store: AnswerStore) => T, otherwise: T): T {
    if (store === null) return otherwise;
    try {
      return action(store);
    } catch (error) {
      if (isBusy(error)) return otherwise;
      closeQuietly(store);
      take(isDamage(error) ? file.reopen : failing(error));
      return otherwise;
    }
  }

  const extend = () => attempt((open) => open.extendClaims(owner, Date.now() + leaseMilliseconds), undefined);
  return {
    find(key, { first, n }) {
      const since = ttlDays === undefined ? 0 : Date.now() - ttlDays * DAY_MILLISECONDS;
      return attempt((open) => open.find(key, { first, n, since }), new Map());
    },
    store: (key, texts) => attempt((open) => open.store(key, texts, Date.now()), undefined),
    claim(key) {
      const now = Date.now();
      const isOurs = attempt((open) => open.claim(key, owner, { now, until: now + leaseMilliseconds }), true);
      if (!isOurs) return false;
      claims.add(key);
      renewal ??= setInterval(extend, leaseMilliseconds / 4).unref();
      return true;
    },
    release(key) {
      claims.delete(key);
      attempt((open) => open.release(key, owner), undefined);
      if (claims.size > 0) return;
      clearInterval(renewal);
      renewal = undefined;
    },
    close() {
      clearInterval(renewal);
      attempt((open) => open.close(), undefined);
      store = null;
    },
  };
}

/** Whether an owner of claims was a process of this machine that is no more. */
function isGone(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  return host === hostname() && !isAlive(Number(pid));
}

function unusable(error: unknown): CacheFile {
  return { open: failing(error), reopen: failing(error) };
}

function failing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

function closeQuietly(store: AnswerStore): void {
  try {
    store.close();
  } catch {
    // It failed already, and that is why it is closed.
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof BackendError) return error.message.replace(/\.$/, '');
  return 'code' in error && error.code ? `${error.code}: ${error.message}` : error.message;
}
