import { readFile } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { isAbsent, throwing } from './system-reason.ts';

const refused = (file: string) => throwing(InputError, `${file}: cannot be read`);

/** @param shown its name in errors. @throws InputError when the file cannot be read */
export const readBytes = (file: string, shown = file): Promise<Buffer> =>
  readFile(file).catch(refused(shown));

/** Null where there is no such file. @throws InputError when there is one that cannot be read */
export const readBytesIfPresent = (file: string): Promise<Buffer | null> =>
  readFile(file).catch((error) => (isAbsent(error) ? null : refused(file)(error)));
