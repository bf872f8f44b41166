import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { readBytes, readBytesIfPresent } from '../../src/files/read-bytes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('reads a file, and takes an absent one for null where it may be absent', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'a');
  await writeFile(file, 'x');
  expect(String(await readBytes(file))).toBe('x');
  expect(String(await readBytesIfPresent(file))).toBe('x');
  for (const absent of [path.join(folder, 'b'), path.join(file, 'c')]) {
    expect(await readBytesIfPresent(absent)).toBe(null);
    await expect(readBytes(absent)).rejects.toThrow(`${absent}: cannot be read (`);
  }
});

it('refuses what is there and cannot be read', async () => {
  const folder = path.join(await temporaryFolder(), 'folder');
  await mkdir(folder);
  await expect(readBytesIfPresent(folder)).rejects.toThrow(InputError);
});
