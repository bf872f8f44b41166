/** Folders of single tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { jsonLines } from './json-lines.ts';

/** Contents by name; a list is written as JSON Lines. */
type Files = Readonly<Record<string, string | Buffer | readonly unknown[]>>;

/** A folder with these files that is gone when the test ends. */
export async function temporaryFolder(files: Files = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallugraph-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Array.isArray(content) ? jsonLines(content) : (content as string | Buffer));
  }
}
