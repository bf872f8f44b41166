import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { RunError } from '../errors.ts';
import { systemReason } from './system-reason.ts';

/** Writes a file atomically: a reader sees the old or the whole new content, also after a kill. @throws RunError */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new RunError(`cannot write ${file} (${systemReason(error)})`, { cause: error });
  }
}
