/** Folders of single tests. */
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { jsonLines, parsedLines } from './json-lines.ts';

/** Contents by name; a list is written as JSON Lines. */
type Files = Readonly<Record<string, string | Buffer | readonly unknown[]>>;

/** A folder with these files that is gone when the test ends. */
export async function temporaryFolder(files: Files = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallugraph-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
}

/** A folder of all tests of a file or of a `describe`. */
export function sharedFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hallugraph-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Array.isArray(content) ? jsonLines(content) : (content as string | Buffer));
  }
}

export const textIn = (folder: string, file: string): Promise<string> =>
  readFile(path.join(folder, file), 'utf8');

export const jsonIn = async (folder: string, file: string) => JSON.parse(await textIn(folder, file));

export const linesIn = async (folder: string, file: string) => parsedLines(await textIn(folder, file));

export const rewrite = async (
  folder: string,
  file: string,
  change: (text: string) => string,
): Promise<void> => writeFile(path.join(folder, file), change(await textIn(folder, file)));
