/** Keeps two processes from downloading one file at once. */
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { InputError } from '../src/errors.ts';

/** The locks of this process: one with its id that is not here was left by another that had the same id. */
const held = new Set<string>();

/**
 * Takes the lock and returns the function that gives it back. One whose process on this machine is gone is taken
 * over.
 * @throws InputError when somebody else holds it
 */
export async function lockFile(lock: string): Promise<() => Promise<void>> {
  if (held.has(lock)) throw inUse('this process', lock);
  held.add(lock);
  try {
    if (!(await create(lock))) {
      await refuseIfHeld(lock);
      await rm(lock, { force: true });
      if (!(await create(lock))) throw inUse('another process', lock);
    }
  } catch (error) {
    held.delete(lock);
    throw error;
  }
  return async () => {
    await rm(lock, { force: true });
    held.delete(lock);
  };
}

const inUse = (who: string, lock: string): InputError =>
  new InputError(`${who} is downloading this file; if that is wrong, remove ${lock}`);

async function create(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx');
    await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function refuseIfHeld(lock: string): Promise<void> {
  const holder = await readFile(lock, 'utf8').then(parseHolder, () => null);
  // one of this process would be known
  const isGone = holder?.pid === process.pid || !isAlive(holder?.pid);
  if (holder?.host === hostname() && isGone) return;
  throw inUse(holder ? `process ${holder.pid} on ${holder.host}` : 'another process', lock);
}

function parseHolder(text: string): { pid: number; host: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
