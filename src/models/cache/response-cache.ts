/** The answers of chat models, kept over runs. It may fail at any time; a run goes on without it. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { HallugraphError } from '../../errors.ts';
import { isAlive } from '../../files/lock.ts';
import { type CacheFile, openCacheFile } from './response-cache-database.ts';
import { type AnswerStore, isBusy } from './response-cache-store.ts';

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

/** One that may have to be waited for, such as that of several machines. */
export type AnswerCache = {
  [Action in 'find' | 'store' | 'claim' | 'release']: (
    ...given: Parameters<ResponseCache[Action]>
  ) => ReturnType<ResponseCache[Action]> | Promise<ReturnType<ResponseCache[Action]>>;
};

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
  const renewed = () => onProblem(`the answer cache in ${folder} was damaged and begins anew`);
  let file: CacheFile | null = await openCacheFile(folder, renewed).catch(giveUp);
  attempt((store) => store.releaseGone(isGone), undefined);

  function giveUp(error: unknown): null {
    onProblem(`no answers are kept: the cache in ${folder} cannot be used (${wordsOf(error)})`);
    return null;
  }

  /** Does it, or `otherwise` where the store cannot. */
  function attempt<T>(action: (store: AnswerStore) => T, otherwise: T): T {
    try {
      return file === null ? otherwise : file.use(action);
    } catch (error) {
      if (!isBusy(error)) file = giveUp(error);
      return otherwise;
    }
  }

  const extend = () =>
    attempt((store) => store.extendClaims(owner, Date.now() + leaseMilliseconds), undefined);
  return {
    find(key, { first, n }) {
      const since = ttlDays === undefined ? 0 : Date.now() - ttlDays * DAY_MILLISECONDS;
      return attempt((store) => store.find(key, { first, n, since }), new Map());
    },
    store: (key, texts) => attempt((store) => store.store(key, texts, Date.now()), undefined),
    claim(key) {
      const now = Date.now();
      const isOurs = attempt(
        (store) => store.claim(key, owner, { now, until: now + leaseMilliseconds }),
        true,
      );
      if (!isOurs) return false;
      claims.add(key);
      renewal ??= setInterval(extend, leaseMilliseconds / 4).unref();
      return true;
    },
    release(key) {
      claims.delete(key);
      attempt((store) => store.release(key, owner), undefined);
      if (claims.size > 0) return;
      clearInterval(renewal);
      renewal = undefined;
    },
    close() {
      clearInterval(renewal);
      attempt((store) => store.close(), undefined);
      file = null;
    },
  };
}

/** Whether an owner of claims was a process of this machine that is no more. */
function isGone(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  return host === hostname() && !isAlive(Number(pid));
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof HallugraphError) return error.message.replace(/\.$/, '');
  return 'code' in error && error.code ? `${error.code}: ${error.message}` : error.message;
}
