/** Locks a file or folder against other processes. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { RunError } from '../errors.ts';
import { systemReason } from './system-reason.ts';

/**
 * The locks of this process. A lock file with the id of this process that is not among them was left by one that
 * is gone: in a container, ids begin at 1 again.
 */
const held = new Set<string>();

/**
 * Takes a lock and returns the function that releases it. A lock whose process on this machine is gone (killed, out
 * of memory) is taken over, by one process only.
 *
 * @param what is locked, for messages
 * @throws RunError when another process holds it, or it cannot be written
 */
export async function takeLock(file: string, what: string): Promise<() => Promise<void>> {
  await take(file, what);
  return () => giveBack(file);
}

/**
 * Of the processes that find a stale lock, the one that holds a second lock replaces it, after checking again. The second
 * lock can be taken over in the same way, so that a process killed while it holds it blocks no other.
 */
async function take(file: string, what: string): Promise<void> {
  if (held.has(file)) throw new RunError(`${what} is in use by this process`);
  held.add(file);
  try {
    if (await tryCreate(file)) return;
    await refuseIfHeld(file, what);
    const turn = `${file}.turn`;
    await take(turn, what);
    try {
      await refuseIfHeld(file, what);
      await put(file, rename);
    } finally {
      await giveBack(turn);
    }
  } catch (error) {
    held.delete(file);
    throw error;
  }
}

async function giveBack(file: string): Promise<void> {
  await rm(file, { force: true });
  held.delete(file);
}

async function tryCreate(file: string): Promise<boolean> {
  try {
    await put(file, linkOrCopy);
    return true;
  } catch (error) {
    if (((error as RunError).cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Created together with its content, so that a process killed here leaves no empty lock.
 * @throws RunError with its cause
 */
async function put(file: string, place: (from: string, to: string) => Promise<void>): Promise<void> {
  const own = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(own, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`, { flag: 'wx' });
    await place(own, file);
  } catch (error) {
    throw new RunError(`cannot lock ${path.dirname(file)} (${systemReason(error)})`, { cause: error });
  } finally {
    await rm(own, { force: true });
  }
}

/** Fails with EEXIST where there is one already. Some file systems have no links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    return copyFile(from, to, constants.COPYFILE_EXCL);
  });
}

/** A lock with the id of this process is of an earlier one: those it holds itself are refused before. */
async function refuseIfHeld(file: string, what: string): Promise<void> {
  const { pid, host } = await readHolder(file);
  const isGone = pid === process.pid || !isAlive(pid);
  if (host === hostname() && isGone) return;
  throw new RunError(`${what} is in use by process ${pid} on ${host}; if that is wrong, remove ${file}`);
}

/** The process that holds a lock; null where none does, or it was a process of this machine that has ended. */
export async function holderOf(file: string): Promise<Holder | null> {
  const holder = await readHolder(file);
  if (!existsSync(file)) return null;
  if (holder.host !== hostname()) return holder;
  const isThere = holder.pid === process.pid ? held.has(file) : isAlive(holder.pid);
  return isThere ? holder : null;
}

const holderSchema = z.object({ pid: z.int(), host: z.string() });

export type Holder = z.infer<typeof holderSchema>;

async function readHolder(file: string): Promise<Holder> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { pid: 0, host: 'an unknown machine' };
  }
}

/** Whether a process of this machine is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
