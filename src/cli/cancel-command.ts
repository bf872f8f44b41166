/** `hallugraph cancel`: cancel a run on a queue, or stop one in another process. */
import type { Command } from 'commander';
import { InputError } from '../errors.ts';
import { counted } from '../format/text.ts';
import type { Host } from '../run/host.ts';
import { addQueueOption, type QueueFlag, withRun } from './queued-commands.ts';

const HELP = `
On a queue, waiting passages are removed, and workers abandon those in work; records stay and can be collected. The
process that writes a run folder stops as after an interrupt; --resume continues the run.

Examples:
  $ hallugraph cancel wikibio-1 --queue redis://localhost:6379
  $ hallugraph cancel wikibio-1 --forget      also deletes its records; collect them first
  $ hallugraph cancel runs/wikibio            of a process in another window, or on another machine`;

export function commandModule(command: Command, host: Host): void {
  addQueueOption(command.argument('<run>', 'name of the run on the queue, or a run folder'))
    .option('--forget', 'delete the run on the queue with its records')
    .addHelpText('after', HELP)
    .action((name: string) => {
      const { forget, ...options } = command.opts<QueueFlag & { forget?: boolean }>();
      return withRun(name, options, host, async (run, queue) => {
        if (forget && !queue)
          throw new InputError('--forget is for runs on a queue; delete a run folder yourself');
        const { recorded, passages } = await run.status();
        await run.cancel();
        if (forget) await queue?.store.removeRun(name);
        const what = forget ? 'deleted' : queue ? 'cancelled' : 'is stopping';
        host.stderr.write(
          `Run ${name} ${what}: ${recorded} of ${counted(passages ?? 0, 'passage')} recorded\n`,
        );
      });
    });
}
