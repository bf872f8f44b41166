/** Environment variables: those of the process over those of a `.env` file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { ConfigError } from '../errors.ts';
import { systemReason } from '../files/system-reason.ts';

/**
 * `env` with what `.env` in `cwd` adds; a variable that is already set keeps its value.
 * @throws ConfigError when `.env` is there but cannot be read
 */
export function environmentOf({ cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): NodeJS.ProcessEnv {
  try {
    return { ...parse(readFileSync(path.join(cwd, '.env'))), ...env };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR') return { ...env };
    throw new ConfigError(`.env: cannot be read (${systemReason(error)})`, { cause: error });
  }
}
