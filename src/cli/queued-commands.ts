/** The commands whose runs can be put on a queue, and the queue that they are put on. */
import { type Command, Option } from 'commander';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import type { Queue } from '../queue/open-queue.ts';
import type { Host } from './host.ts';
import { loadSettings, type SettingOptions } from './options.ts';
import type { OpeningOptions } from './opening.ts';
import type { RunCommand } from './run-command.ts';

type QueuedCommand = Pick<RunCommand<OpeningOptions>, 'name' | 'settings' | 'stages' | 'kinds'>;

const LOADERS: Readonly<Record<string, () => Promise<{ runCommand: QueuedCommand }>>> = {
  evaluate: () => import('./evaluate-command.ts'),
  check: () => import('./check-command.ts'),
  rhd: () => import('./rhd-command.ts'),
};

export const QUEUED_COMMANDS = Object.keys(LOADERS);

/** @throws InputError for a run of a command that cannot be put on a queue */
export async function queuedCommand(name: string): Promise<QueuedCommand> {
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  if (load === undefined) throw new InputError(`runs of ${name} are not put on a queue`);
  return (await load()).runCommand;
}

/** The settings with which this process would carry out a command. */
export async function ownSettings(
  command: QueuedCommand,
  options: SettingOptions,
  host: Host,
): Promise<Config> {
  return command.settings?.(options, host) ?? (await loadSettings(options, host)).config;
}

export interface QueueFlag {
  queue?: string;
}

/** The variable with the address, so that its password is in no list of processes. */
const VARIABLE = 'HALLUGRAPH_QUEUE';

export const addQueueOption = (command: Command): Command =>
  command.addOption(
    new Option('--queue <url>', `redis:// or postgres:// address of the queue (default: ${VARIABLE})`),
  );

/** Opens the queue for a task, and closes it after. @throws as openQueue does, and InputError where none is named */
export async function withQueue<T>(
  { queue: flag }: QueueFlag,
  host: Host,
  task: (queue: Queue) => Promise<T>,
): Promise<T> {
  const url = flag ?? environmentOf(host)[VARIABLE];
  if (!url) throw new InputError(`name the queue: --queue redis://HOST:PORT, or the variable ${VARIABLE}`);
  const { openQueue } = await import('../queue/open-queue.ts');
  const queue = await openQueue(url, {
    onProblem: (problem) => host.stderr.write(`note: queue: ${problem}\n`),
  });
  try {
    return await task(queue);
  } finally {
    await queue.close();
  }
}
