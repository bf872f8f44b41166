import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSX = import.meta.resolve('tsx');

/**
 * What a script of this folder prints as JSON, run in a process of its own in the root of the repository.
 * @param nodeOptions of that process, before the script
 */
export async function childResult<T>(
  script: string,
  args: readonly (string | number)[],
  nodeOptions: readonly string[] = [],
): Promise<T> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const command = [...nodeOptions, '--import', TSX, file, ...args.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  return JSON.parse(stdout);
}
