import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { codeReason, systemReason } from '../../src/files/system-reason.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('is in words, those of an error of this package where it is one', async () => {
  const missing = await readFile(path.join(await temporaryFolder(), 'missing')).catch((error) => error);
  expect(systemReason(missing)).toBe('no such file or directory');
  expect(systemReason(new RunError('a message', { cause: missing }))).toBe('a message');
  expect(systemReason(Object.assign(new Error('m'), { code: 'UND_ERR' }))).toBe('UND_ERR');
  expect(['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED'].map(codeReason)).toEqual([
    'connection refused',
    'unknown host',
    'CERT_HAS_EXPIRED',
  ]);
});
