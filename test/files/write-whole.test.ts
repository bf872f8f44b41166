import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { writeWhole } from '../../src/files/write-whole.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('puts the new content in the place of the old, and leaves nothing beside', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'run.json');
  for (const content of ['old and longer', 'new']) {
    await writeWhole(file, content);
    expect(await readFile(file, 'utf8')).toBe(content);
  }
  expect(await readdir(folder)).toEqual(['run.json']);
});

it('leaves nothing where it cannot write, and says why', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'taken');
  await mkdir(path.join(file, 'inside'), { recursive: true });
  const failed = writeWhole(file, 'text');
  await expect(failed).rejects.toBeInstanceOf(RunError);
  await expect(failed).rejects.toThrow(`cannot write ${file} (`);
  expect(await readdir(folder)).toEqual(['taken']);
});
