/** The lock of a folder on a file system without links; with them it is tested in run-folder.test.ts. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { acquireLock } from '../../src/run/lock.ts';
import { temporaryFolder } from '../cli/test-host.ts';

vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:fs/promises')>()),
  link: async () => {
    throw Object.assign(new Error('no links here'), { code: 'EPERM' });
  },
}));

it('keeps others out, says who holds it, and is gone when given back', async () => {
  const folder = await temporaryFolder();
  const release = await acquireLock(folder);
  expect(await readdir(folder)).toEqual(['run.lock']);
  expect(JSON.parse(await readFile(path.join(folder, 'run.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
  });
  await expect(acquireLock(folder)).rejects.toBeInstanceOf(RunError);
  await release();
  expect(await readdir(folder)).toEqual([]);
  await (await acquireLock(folder))();
});

it('that cannot be written is an error of its own', async () => {
  const folder = path.join(await temporaryFolder(), 'absent');
  await expect(acquireLock(folder)).rejects.toThrow(`cannot lock ${folder} (ENOENT)`);
});
