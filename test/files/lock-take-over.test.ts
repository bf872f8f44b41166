/** A lock whose process is gone, found by several processes at once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { takeLock } from '../../src/files/lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CHILD = fileURLToPath(new URL('./take-over-child.ts', import.meta.url));
const GONE = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() });

/** What happens right before a file is put over another one. */
let beforeRename: (() => Promise<void>) | null = null;
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const rename = async (from: string, to: string) => {
    await beforeRename?.();
    await fs.rename(from, to);
  };
  return { ...fs, rename };
});
afterEach(() => {
  beforeRename = null;
});

async function lineOf({ stdout }: ChildProcess): Promise<string> {
  const [data] = await once(stdout as NonNullable<typeof stdout>, 'data');
  return String(data).trim();
}

/** Processes that are about to take a lock. */
async function contenders(file: string, count: number): Promise<ChildProcess[]> {
  const args = ['--import', import.meta.resolve('tsx'), CHILD, file];
  const children = Array.from({ length: count }, () => spawn(process.execPath, args));
  for (const line of await Promise.all(children.map(lineOf))) expect(line).toBe('ready');
  return children;
}

async function attempt(children: readonly ChildProcess[]): Promise<string[]> {
  const outcomes = children.map(lineOf);
  for (const { stdin } of children) stdin?.write('go\n');
  return Promise.all(outcomes);
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  const ended = children.map((child) => once(child, 'exit'));
  for (const { stdin } of children) stdin?.write('end\n');
  await Promise.all(ended);
}

it('goes to one of them', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'run.lock');
  await writeFile(file, GONE);
  const children = await contenders(file, 4);
  const outcomes = await attempt(children);
  await end(children);
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['run.lock']);
});

it('goes to the one with its turn, although another has found it dead, too', {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'run.lock');
  await writeFile(file, GONE);
  const children = await contenders(file, 1);
  let outcomes: string[] = [];
  beforeRename = async () => {
    outcomes = await attempt(children);
  };
  const release = await takeLock(file, folder);
  await end(children);
  expect(outcomes).toEqual(['refused']);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
  await release();
  expect(await readdir(folder)).toEqual([]);
});

it('can still be taken over when one was killed in its turn', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'run.lock');
  await writeFile(file, GONE);
  await writeFile(`${file}.turn`, GONE);
  const release = await takeLock(file, folder);
  await expect(takeLock(file, folder)).rejects.toBeInstanceOf(RunError);
  expect(await readdir(folder)).toEqual(['run.lock']);
  await release();
});
