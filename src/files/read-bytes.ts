import { readFile } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { isAbsent, throwing } from './system-reason.ts';

const refused = (file: string) => throwing(InputError, `${file}: cannot be read`);

/** @throws InputError when the file cannot be read */
export const readBytes = (file: string): Promise<Buffer> => readFile(file).catch(refused(file));

/** Null where there is no such file. @throws InputError when there is one that cannot be read */
export const readBytesIfPresent = (file: string): Promise<Buffer | null> =>
  readFile(file).catch((error) => (isAbsent(error) ? null : refused(file)(error)));
