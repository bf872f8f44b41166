/** The cache folder of the user. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `hallugraph` in `$XDG_CACHE_HOME`, or its equivalent where that is not set. */
export const userCacheFolder = (env: Environment): string =>
  join(env.XDG_CACHE_HOME || env.LOCALAPPDATA || join(homedir(), '.cache'), 'hallugraph');

/** The folder of this name in `$HALLUGRAPH_CACHE`, else in the user's cache folder. */
export const cacheFolderOf = (name: string, env: Environment): string =>
  join(env.HALLUGRAPH_CACHE?.trim() || userCacheFolder(env), name);
