import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { RunError } from '../errors.ts';
import { throwing } from './system-reason.ts';

type Content = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Writes a file atomically: a reader sees the old or the whole new content, also after a kill. @throws RunError */
export const writeWhole = (file: string, content: string | Uint8Array): Promise<void> =>
  replaceFile(file, content).catch(throwing(RunError, `cannot write ${file}`));

/**
 * Writes a file that the user names, atomically as well. Links are followed; a device or a pipe (`/dev/stdout`) is
 * written to, never replaced.
 * @throws the error of the system, or of the content
 */
export async function writeOutput(file: string, content: Content): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) await replaceFile(file, content);
  else if (found.isFile()) await replaceFile(await realpath(file), content);
  else await writeFile(file, content);
}

async function replaceFile(file: string, content: Content): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
