/** The commands whose runs can be queued, and the queue they use. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { environmentOf } from '../config/environment.ts';
import { InputError } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import type { Queue } from '../queue/open-queue.ts';
import { queuedRun } from '../queue/queued-run.ts';
import type { RunHandle } from '../run/run-status.ts';
import { folderRun } from '../run/folder-run.ts';
import { MANIFEST_FILE } from '../run/manifest.ts';
import type { Host } from '../run/host.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { RunCommand } from './run-command.ts';
import { runDirectory } from '../run/recorded-run.ts';

/** Type-erased: each command knows the type of its own run. */
export type QueuedCommand = RunCommand<RunArguments & { format: string }, unknown>;

const LOADERS: Readonly<Record<string, () => Promise<{ runCommand: QueuedCommand }>>> = {
  evaluate: () => import('./evaluate-command.ts'),
  check: () => import('./check-command.ts'),
  rhd: () => import('./rhd-command.ts'),
  correct: () => import('./correct-command.ts'),
  select: () => import('./select-command.ts'),
  bench: () => import('./bench-command.ts'),
};

export const QUEUED_COMMANDS = Object.keys(LOADERS);

/** @throws InputError for a run of a command that cannot be put on a queue */
export async function queuedCommand(name: string): Promise<QueuedCommand> {
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  if (load === undefined) throw new InputError(`runs of ${name} are not put on a queue`);
  return (await load()).runCommand;
}

/** Options that only apply to a run in one process. */
const OF_ONE_PROCESS: readonly (string | undefined)[] = [
  ...['--resume', '--out', '--dry-run', '--batch', '--batch-dir', '--record', '--replay', '--threads'],
  ...['--concurrency', '--format', '--prompt'],
];

/**
 * The options of a command itself, from the arguments that submit does not know.
 *
 * @throws InputError for one of a run in one process; CommanderError for an unknown one
 */
export function ownOptions({ name, define }: QueuedCommand, words: readonly string[], { stderr }: Host) {
  const command = new Command(name)
    .exitOverride()
    .configureOutput({ writeErr: (text) => stderr.write(text), writeOut: (text) => stderr.write(text) });
  define(command);
  command.parse([...words], { from: 'user' });
  const idle = command.options.find(
    (option) =>
      OF_ONE_PROCESS.includes(option.long) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (idle) throw new InputError(`${idle.long} is for a run of one process, and not for one on a queue`);
  return command.opts<Partial<RunArguments>>();
}

export interface QueueFlag {
  queue?: string;
  quiet?: boolean;
}

/** Environment variable with the address, so that its password does not show in process lists. */
const VARIABLE = 'HALLUGRAPH_QUEUE';

export const addQueueOption = (command: Command): Command =>
  command.addOption(
    new Option('--queue <url>', `redis:// or postgres:// address of the queue (default: ${VARIABLE})`),
  );

/** The address of the queue, if one is given. */
const queueUrl = ({ queue }: QueueFlag, host: Host): string | undefined =>
  queue ?? environmentOf(host)[VARIABLE];

/**
 * Performs a task with a run: on a queue if it is a name (no slash) and a queue is given, else in a folder.
 *
 * @throws as openQueue does
 */
export async function withRun<T>(
  name: string,
  flag: QueueFlag,
  host: Host,
  task: (run: RunHandle, queue?: Queue) => Promise<T>,
): Promise<T> {
  const folder = await runDirectory(name, host.cwd);
  const isName =
    !/[\\/]|^\.\.?$/.test(name) && (queueUrl(flag, host) || !existsSync(path.join(folder, MANIFEST_FILE)));
  if (!isName) return task(folderRun(name, folder));
  return withQueue(flag, host, (queue) => task(queuedRun(queue, name), queue));
}

/**
 * Opens the queue for a task, and closes it after.
 *
 * @param waitSeconds how long to wait for an unreachable server
 * @throws as openQueue does, and InputError where none is named
 */
export async function withQueue<T>(
  flag: QueueFlag,
  host: Host,
  task: (queue: Queue) => Promise<T>,
  waitSeconds = 0,
): Promise<T> {
  const url = queueUrl(flag, host);
  if (!url) throw new InputError(`name the queue: --queue redis://HOST:PORT, or the variable ${VARIABLE}`);
  const { openQueue } = await import('../queue/open-queue.ts');
  const queue = await openQueue(url, {
    waitSeconds,
    onProblem: (problem) => flag.quiet || host.stderr.write(`note: queue: ${oneLine(problem)}\n`),
  });
  try {
    return await task(queue);
  } finally {
    await queue.close();
  }
}
