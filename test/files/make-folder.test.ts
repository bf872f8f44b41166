import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { makeFolder } from '../../src/files/make-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('makeFolder', () => {
  it('makes a folder and those it lies in, also again', async () => {
    const folder = path.join(await temporaryFolder(), 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(existsSync(folder)).toBe(true);
  });

  it('names the file that is in the way', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    expect(() => makeFolder(path.join(file, 'a'))).toThrow(`${file}: cannot be made (not a directory)`);
  });

  it.runIf(existsSync('/proc/self'))('ends where a folder takes no others', () => {
    expect(() => makeFolder('/proc/nope/a')).toThrow(
      new RunError('/proc/nope: cannot be made (no such file or directory)'),
    );
  });
});
