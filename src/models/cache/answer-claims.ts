/**
 * Claims of several processes on keys of the cache: one file each, created by the first. Its modification time is
 * when the claim expires; its process extends it while it works.
 */
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../files/lock.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { absentAsNull, claimsFolder, hashOf } from './answer-folder.ts';

export class Claims {
  readonly #folder: string;
  readonly #owner = `${hostname()} ${process.pid} ${randomUUID()}`;

  /** @throws RunError or a system error where the folder cannot be created or read */
  constructor(folder: string) {
    this.#folder = claimsFolder(folder);
    makeFolder(this.#folder);
    for (const name of readdirSync(this.#folder)) {
      const file = path.join(this.#folder, name);
      if (isGone(ownerOf(file))) rmSync(file, { force: true });
    }
  }

  /** Claims a key unless another process holds it; @returns whether this one holds it now. @throws a system error */
  take(key: string, now: number, until: number): boolean {
    const file = this.#fileOf(key);
    return this.#create(file, until) || (this.#endDead(file, now) && this.#create(file, until));
  }

  extend(key: string, until: number): void {
    absentAsNull(() => utimesSync(this.#fileOf(key), until / 1000, until / 1000));
  }

  release(key: string): void {
    const file = this.#fileOf(key);
    if (ownerOf(file) === this.#owner) rmSync(file, { force: true });
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, hashOf(key));
  }

  #create(file: string, until: number): boolean {
    const own = `${file}.${randomUUID()}`;
    writeFileSync(own, this.#owner);
    try {
      utimesSync(own, until / 1000, until / 1000);
      return place(own, file, this.#owner, until);
    } finally {
      rmSync(own, { force: true });
    }
  }

  /**
   * Removes an expired claim. Of several processes that find it expired, one moves it; another that moved the first
   * one's new claim instead puts it back.
   *
   * @returns whether the key may be free now
   */
  #endDead(file: string, now: number): boolean {
    const dead = ownerOf(file);
    const end = absentAsNull(() => statSync(file))?.mtimeMs ?? null;
    if (dead === null || end === null) return true;
    if (end >= now) return false;
    const away = `${file}.${randomUUID()}`;
    if (!moved(file, away)) return true;
    try {
      if (ownerOf(away) === dead) return true;
      place(away, file, ownerOf(away) ?? '', now);
      return false;
    } finally {
      rmSync(away, { force: true });
    }
  }
}

/**
 * Creates a claim with its whole content at once; false where there is one already. Some file systems have no links.
 */
function place(from: string, file: string, owner: string, until: number): boolean {
  try {
    linkSync(from, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  try {
    writeFileSync(file, owner, { flag: 'wx' });
    utimesSync(file, until / 1000, until / 1000);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** False where the file no longer exists. */
function moved(file: string, away: string): boolean {
  return (
    absentAsNull(() => {
      renameSync(file, away);
      return true;
    }) === true
  );
}

const ownerOf = (file: string): string | null => absentAsNull(() => readFileSync(file, 'utf8'));

/** Whether an owner was a process of this machine that has ended. */
function isGone(owner: string | null): boolean {
  const [host, pid] = (owner ?? '').split(' ');
  return host === hostname() && !isAlive(Number(pid));
}
