import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockFile } from '../../datasets/file-lock.ts';
import { InputError } from '../../src/errors.ts';

async function newLock(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hallugraph-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'a.lock');
}

/** No process has it: the largest there can be is 2^22. */
const NO_PROCESS = 2 ** 30;

it('is held by one and can be taken again when given back', async () => {
  const lock = await newLock();
  const unlock = await lockFile(lock);
  await expect(lockFile(lock)).rejects.toThrow(InputError);
  expect(JSON.parse(await readFile(lock, 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
  await unlock();
  expect(existsSync(lock)).toBe(false);
  await (await lockFile(lock))();
});

it.each([
  ['a process that is gone', { pid: NO_PROCESS, host: hostname() }],
  ['an earlier process of the same number', { pid: process.pid, host: hostname() }],
])('is taken over from %s', async (_, holder) => {
  const lock = await newLock();
  await writeFile(lock, JSON.stringify(holder));
  const unlock = await lockFile(lock);
  expect(JSON.parse(await readFile(lock, 'utf8')).pid).toBe(process.pid);
  await unlock();
});

it.each([
  ['a process that lives', JSON.stringify({ pid: process.ppid, host: hostname() })],
  ['a process of another machine', JSON.stringify({ pid: NO_PROCESS, host: 'elsewhere' })],
  ['somebody about to write their name', ''],
])('is not taken from %s', async (_, content) => {
  const lock = await newLock();
  await writeFile(lock, content);
  await expect(lockFile(lock)).rejects.toThrow(`if that is wrong, remove ${lock}`);
  expect(await readFile(lock, 'utf8')).toBe(content);
});
