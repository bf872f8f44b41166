/** The commands whose runs can be queued, and the queue they use. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { environmentOf } from '../config/environment.ts';
import { InputError } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import type { Queue } from '../queue/open-queue.ts';
import { queuedRun } from '../queue/queued-run.ts';
import { folderRun, type RunHandle } from '../run/run-status.ts';
import type { Host } from '../run/host.ts';
import { MANIFEST_FILE } from '../run/manifest.ts';
import { runDirectory } from '../run/recorded-run.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { RunCommand } from './run-command.ts';

/** Type-erased: each command knows the type of its own run. */
type QueuedCommand = RunCommand<RunArguments & { format: string }, unknown>;

const LOADERS: Readonly<Record<string, () => Promise<{ runCommand: QueuedCommand }>>> = {
  evaluate: () => import('./evaluate-command.ts'),
  check: () => import('./check-command.ts'),
  rhd: () => import('./rhd-command.ts'),
  correct: () => import('./correct-command.ts'),
  select: () => import('./select-command.ts'),
  bench: () => import('./bench-command.ts'),
};

export const QUEUED_COMMANDS = Object.keys(LOADERS);

/** @throws InputError for a command whose runs cannot be queued */
export async function queuedCommand(name: string): Promise<QueuedCommand> {
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  if (load === undefined) throw new InputError(`runs of ${name} cannot be queued`);
  return (await load()).runCommand;
}

/** Options that only apply to a run in one process. */
const OF_ONE_PROCESS: readonly (string | undefined)[] = [
  ...['--resume', '--out', '--dry-run', '--batch', '--batch-dir', '--record', '--replay', '--threads'],
  ...['--concurrency', '--format', '--prompt'],
];

/** Parses the arguments unknown to submit. @throws InputError for an option of a run in one process; CommanderError */
export function ownOptions({ name, define }: QueuedCommand, words: readonly string[], { stderr }: Host) {
  const write = (text: string) => stderr.write(text);
  const command = new Command(name).exitOverride().configureOutput({ writeErr: write, writeOut: write });
  define(command);
  command.parse([...words], { from: 'user' });
  const refused = command.options.find(
    (option) =>
      OF_ONE_PROCESS.includes(option.long) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (refused) throw new InputError(`${refused.long} applies to a run in one process, not to a queued run`);
  return command.opts<Partial<RunArguments>>();
}

export interface QueueFlag {
  queue?: string;
  quiet?: boolean;
}

/** Environment variable with the address, so that its password is not in process lists. */
const VARIABLE = 'HALLUGRAPH_QUEUE';

const NAME_QUEUE = `name the queue: --queue redis://HOST:PORT, or the variable ${VARIABLE}`;

export const addQueueOption = (command: Command): Command =>
  command.addOption(
    new Option('--queue <url>', `redis:// or postgres:// address of the queue (default: ${VARIABLE})`),
  );

const queueUrl = ({ queue }: QueueFlag, host: Host): string | undefined =>
  queue ?? environmentOf(host)[VARIABLE];

/** For a run on a queue, if a queue is given and the name has no slash; else for one in a folder. @throws as openQueue */
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
  if (!queueUrl(flag, host))
    throw new InputError(`${oneLine(name)}: is no run folder; for a run on a queue, ${NAME_QUEUE}`);
  return withQueue(flag, host, (queue) => task(queuedRun(queue, name), queue));
}

/** @param waitSeconds for an unreachable server @throws as openQueue, and InputError where no queue is given */
export async function withQueue<T>(
  flag: QueueFlag,
  host: Host,
  task: (queue: Queue) => Promise<T>,
  waitSeconds = 0,
): Promise<T> {
  const url = queueUrl(flag, host);
  if (!url) throw new InputError(NAME_QUEUE);
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
