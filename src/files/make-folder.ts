/** Makes a folder, and those it lies in, unless it is there. */
import { mkdir } from 'node:fs/promises';
import { RunError } from '../errors.ts';

/** @throws RunError */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new RunError(`${folder}: cannot be made (${error.code})`, { cause: error });
  });
}
