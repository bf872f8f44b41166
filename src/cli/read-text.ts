/** Text files that a user names. */
import path from 'node:path';
import { bytesAt, decodeUtf8 } from '../../datasets/json-text.ts';

/** @param shown its name in errors. @throws InputError when it cannot be read or is not UTF-8 */
export const readText = async (file: string, cwd: string, shown = file): Promise<string> =>
  decodeUtf8(await bytesAt(path.resolve(cwd, file), shown), shown);
