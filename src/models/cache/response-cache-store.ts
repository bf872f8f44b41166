/**
 * The answers of chat models in an SQLite file (libsql). Several processes may use it at once, and one that is
 * killed leaves nothing half done: every write is a transaction of the write-ahead log.
 */
import type { Database } from 'libsql';
import { sha256 } from './cache-key.ts';

/** The file was read through and is not whole. */
class DamagedCacheError extends Error {}

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedCacheError || /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Whether another process held the file for too long. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What a cache holds; times in milliseconds since 1970. */
export interface CacheInfo {
  entries: number;
  /** Of the texts, in bytes. */
  textBytes: number;
  oldest: number | null;
  newest: number | null;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS answer (
    key TEXT, draw INTEGER, text TEXT, checksum TEXT, stored INTEGER, PRIMARY KEY (key, draw)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS claim (key TEXT PRIMARY KEY, owner TEXT, until INTEGER) WITHOUT ROWID;`;

interface Row {
  draw: number;
  text: string;
  checksum: string;
}

/** The statements of a cache; every one throws what SQLite throws. */
export class AnswerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.pragma('journal_mode = WAL');
    // A power cut may lose the last answers; it damages nothing.
    database.pragma('synchronous = NORMAL');
    database.exec(SCHEMA);
  }

  /** The texts of draws `first` to `first + n - 1` that are there, whole, and not stored before `since`. */
  find(key: string, { first, n, since }: { first: number; n: number; since: number }): Map<number, string> {
    const rows = this.#database
      .prepare(
        'SELECT draw, text, checksum FROM answer WHERE key = ? AND draw >= ? AND draw < ? AND stored >= ?',
      )
      .all(key, first, first + n, since) as Row[];
    const whole = rows.filter(({ draw, text, checksum }) => checksum === checksumOf(key, draw, text));
    return new Map(whole.map(({ draw, text }) => [draw, JSON.parse(text) as string]));
  }

  /** Stores texts by draw, all or none; what stands in their place is overwritten. */
  store(key: string, texts: ReadonlyMap<number, string>, now: number): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)');
    const insertAll = this.#database.transaction(() => {
      for (const [draw, plain] of texts) {
        // As JSON, since SQLite text ends at a NUL and knows no unpaired surrogates.
        const text = JSON.stringify(plain);
        insert.run(key, draw, text, checksumOf(key, draw, text), now);
      }
    });
    insertAll.immediate();
  }

  /** Takes a key unless another owner has it; @returns whether it is `owner`'s now. */
  claim(key: string, owner: string, { now, until }: { now: number; until: number }): boolean {
    const { changes } = this.#database
      .prepare(
        `INSERT INTO claim VALUES (?, ?, ?) ON CONFLICT (key)
         DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE until < ?`,
      )
      .run(key, owner, until, now);
    return changes === 1;
  }

  extendClaims(owner: string, until: number): void {
    this.#database.prepare('UPDATE claim SET until = ? WHERE owner = ?').run(until, owner);
  }

  /** Ends the claims of owners that are gone. */
  releaseGone(isGone: (owner: string) => boolean): void {
    const owners = this.#database.prepare('SELECT DISTINCT owner FROM claim').all() as { owner: string }[];
    const remove = this.#database.prepare('DELETE FROM claim WHERE owner = ?');
    for (const { owner } of owners) if (isGone(owner)) remove.run(owner);
  }

  release(key: string, owner: string): void {
    this.#database.prepare('DELETE FROM claim WHERE key = ? AND owner = ?').run(key, owner);
  }

  info(): CacheInfo {
    const sql = `SELECT COUNT(*) AS entries, COALESCE(SUM(LENGTH(CAST(text AS BLOB))), 0) AS textBytes,
      MIN(stored) AS oldest, MAX(stored) AS newest FROM answer`;
    const { entries, textBytes, oldest, newest } = this.#database.prepare(sql).get() as CacheInfo;
    return { entries, textBytes, oldest, newest };
  }

  /**
   * Deletes the answers stored before a time, and gives their room back unless another process is writing.
   *
   * @returns how many
   */
  deleteBefore(time: number): number {
    const { changes } = this.#database.prepare('DELETE FROM answer WHERE stored < ?').run(time);
    this.#database.prepare('DELETE FROM claim WHERE until < ?').run(Date.now());
    try {
      this.#database.exec('VACUUM');
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    return changes;
  }

  /** Reads the whole file. @throws DamagedCacheError when it is damaged */
  check(): void {
    const [first] = this.#database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    if (first?.quick_check !== 'ok') throw new DamagedCacheError(first?.quick_check);
  }

  close(): void {
    this.#database.close();
  }
}

/** SQLite checks the form of its pages, not their content. */
function checksumOf(key: string, draw: number, text: string): string {
  return sha256(`${key} ${draw} ${text}`).slice(0, 16);
}
