import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { RunError } from '../errors.ts';
import { systemReason } from './system-reason.ts';

/**
 * Makes a folder and its parents where they are missing. Not by Node's `recursive`, which never returns below `/proc`.
 * @throws RunError naming the folder that cannot be made
 */
export function makeFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (isFolder(folder)) return;
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return; // another process was faster
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isThere ? 'not a directory' : systemReason(error);
    throw new RunError(`${folder}: cannot be made (${reason})`, { cause: error });
  }
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false; // making it reports why it cannot be read
  }
}
