/**
 * Claims of several processes on keys of the cache: one file each, created by the first process, which touches it while it
 * works. A claim is dead when it was not touched for the length of a lease, or its process on this machine has ended.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../files/lock.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { absentAsNull, claimsFolder } from './answer-folder.ts';
import { sha256 } from './cache-key.ts';

export class Claims {
  readonly #folder: string;
  readonly #leaseMilliseconds: number;
  readonly #owner = `${hostname()} ${process.pid} ${randomUUID()}`;

  /** @throws RunError where the folder cannot be created */
  constructor(folder: string, leaseMilliseconds: number) {
    this.#folder = claimsFolder(folder);
    this.#leaseMilliseconds = leaseMilliseconds;
    makeFolder(this.#folder);
  }

  /** Claims a key unless another process holds it; @returns whether this one holds it now. @throws a system error */
  take(key: string): boolean {
    const file = this.#fileOf(key);
    if (this.#create(file)) return true;
    const owner = ownerOf(file);
    return this.#isDead(file, owner) && removeClaim(file, owner) && this.#create(file);
  }

  extend(key: string): void {
    const now = new Date();
    absentAsNull(() => utimesSync(this.#fileOf(key), now, now));
  }

  release(key: string): void {
    const file = this.#fileOf(key);
    if (ownerOf(file) === this.#owner) rmSync(file, { force: true });
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, sha256(key));
  }

  #create(file: string): boolean {
    try {
      writeFileSync(file, this.#owner, { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  #isDead(file: string, owner: string | null): boolean {
    const [host, pid] = (owner ?? '').split(' ');
    if (host === hostname() && !isAlive(Number(pid))) return true;
    const touched = absentAsNull(() => statSync(file))?.mtimeMs ?? 0;
    return Date.now() - touched > this.#leaseMilliseconds;
  }
}

/**
 * Of several processes that find a claim dead, one moves it; what another has created in its place is put back.
 *
 * @returns whether the key may be free now
 */
function removeClaim(file: string, owner: string | null): boolean {
  const away = `${file}.${randomUUID()}`;
  try {
    renameSync(file, away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  const isOther = ownerOf(away) !== owner;
  if (isOther && !existsSync(file)) renameSync(away, file);
  rmSync(away, { force: true });
  return !isOther;
}

const ownerOf = (file: string): string | null => absentAsNull(() => readFileSync(file, 'utf8'));
