/** The program as `npm run build` makes it, in processes of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
export const SAMPLES = fileURLToPath(new URL('../../datasets/samples/passages.jsonl', import.meta.url));

interface Place {
  cwd: string;
  /** Beside what finds programs and caches; nothing else of this process is handed on. */
  env?: NodeJS.ProcessEnv;
}

export interface Ended {
  /** Null where a signal ended it. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Begins a command, with nothing on standard input. */
export function startProgram(
  args: readonly string[],
  { cwd, env }: Place,
): { child: ChildProcess; ended: Promise<Ended> } {
  const { PATH, XDG_CACHE_HOME } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    ...{ cwd, env: { PATH, XDG_CACHE_HOME, ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: endOf(child) };
}

/** What a child has printed when it has ended. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (output.stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (output.stderr += chunk));
  const [status] = await once(child, 'close');
  return { status, ...output };
}

/** Runs a command to its end, however it ends. */
export const runProgram = (args: readonly string[], place: Place): Promise<Ended> =>
  startProgram(args, place).ended;

/** What a command prints that has to end with status 0. */
export async function outputOf(args: readonly string[], place: Place): Promise<Ended> {
  const ended = await runProgram(args, place);
  expect({ status: ended.status, stderr: ended.stderr }).toMatchObject({ status: 0 });
  return ended;
}
