/** Where the answers of chat models are kept unless the configuration names a folder. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../openai/openai-client.ts';

/** Where a user's programs keep what can be made again. */
export const userCacheFolder = (env: Environment): string =>
  join(env.XDG_CACHE_HOME || env.LOCALAPPDATA || join(homedir(), '.cache'), 'hallugraph');

/**
 * `dir` as given, else `answers` in `$HALLUGRAPH_CACHE`, else `hallugraph/answers` in the user's cache folder.
 *
 * @param cwd what a relative folder is relative to
 */
export function cacheFolder(dir: string | undefined, env: Environment, cwd: string): string {
  if (dir !== undefined) return resolve(cwd, dir);
  const own = env.HALLUGRAPH_CACHE?.trim();
  if (own) return resolve(cwd, own, 'answers');
  return join(userCacheFolder(env), 'answers');
}
