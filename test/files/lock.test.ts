import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { takeLock } from '../../src/files/lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function newLock(): Promise<string> {
  const folder = await temporaryFolder();
  return join(folder, 'a.lock');
}

/** No process has it: the largest there can be is 2^22. */
const NO_PROCESS = 2 ** 30;

it('is held by one and can be taken again when given back', async () => {
  const lock = await newLock();
  const unlock = await takeLock(lock, 'a.json');
  await expect(takeLock(lock, 'a.json')).rejects.toThrow(RunError);
  expect(JSON.parse(await readFile(lock, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  await unlock();
  expect(existsSync(lock)).toBe(false);
  await (await takeLock(lock, 'a.json'))();
  expect(existsSync(lock)).toBe(false);
});

it.each([
  ['a process that is gone', { pid: NO_PROCESS, host: hostname() }],
  ['an earlier process of the same number', { pid: process.pid, host: hostname() }],
])('is taken over from %s', async (_, holder) => {
  const lock = await newLock();
  await writeFile(lock, JSON.stringify(holder));
  const unlock = await takeLock(lock, 'a.json');
  expect(JSON.parse(await readFile(lock, 'utf8')).pid).toBe(process.pid);
  await unlock();
});

it.each([
  ['a process that lives', JSON.stringify({ pid: process.ppid, host: hostname() })],
  ['a process of another machine', JSON.stringify({ pid: NO_PROCESS, host: 'elsewhere' })],
  ['one that does not say who has it', ''],
  ['one that says it in no words of a lock', 'null'],
])('is not taken from %s', async (_, content) => {
  const lock = await newLock();
  await writeFile(lock, content);
  await expect(takeLock(lock, 'a.json')).rejects.toThrow(
    /^a\.json is in use by .*; if that is wrong, remove .*a\.lock$/,
  );
  expect(await readFile(lock, 'utf8')).toBe(content);
});
