import { resolve } from 'node:path';
import { cacheFolderOf } from '../../files/user-cache.ts';
import type { Environment } from '../openai/openai-client.ts';

/**
 * `dir` as given, else `answers` in `$HALLUGRAPH_CACHE`, else `hallugraph/answers` in the user's cache folder.
 *
 * @param cwd what a relative folder is relative to
 */
export const cacheFolder = (dir: string | undefined, env: Environment, cwd: string): string =>
  resolve(cwd, dir ?? cacheFolderOf('answers', env));
