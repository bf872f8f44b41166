/** `hallugraph retry`: retry passages that failed for good, and those waiting for a retry. */
import type { Command } from 'commander';
import { RunError } from '../errors.ts';
import { counted } from '../format/text.ts';
import { submittedRun } from '../queue/submitted-run.ts';
import type { Host } from '../run/host.ts';
import { addQueueOption, type QueueFlag, withQueue } from './queued-commands.ts';

const HELP = `
Example:
  $ hallugraph retry wikibio-1 --queue redis://localhost:6379`;

export function commandModule(command: Command, host: Host): void {
  addQueueOption(command.argument('<run>', 'name of the run'))
    .addHelpText('after', HELP)
    .action((name: string) =>
      withQueue(command.opts<QueueFlag>(), host, async ({ store, jobs }) => {
        const { state } = await submittedRun(store, name);
        if (state === 'cancelled') throw new RunError(`run ${name} was cancelled`);
        const count = await jobs(name).retry();
        host.stderr.write(`${counted(count, 'passage')} of ${name} will be retried\n`);
      }),
    );
}
