/** `hallugraph cancel`: end a run on a queue. */
import type { Command } from 'commander';
import { counted } from '../format/text.ts';
import { submittedRun } from '../queue/submitted-run.ts';
import type { Host } from './host.ts';
import { addQueueOption, type QueueFlag, withQueue } from './queued-commands.ts';

interface CancelOptions extends QueueFlag {
  forget?: boolean;
}

const HELP = `
Passages that wait are taken off the queue; workers give up those in work. Records stay and can be collected.

Examples:
  $ hallugraph cancel wikibio-1 --queue redis://localhost:6379
  $ hallugraph cancel wikibio-1 --forget      also its records, once they are collected`;

export function commandModule(command: Command, host: Host): void {
  addQueueOption(command.argument('<run>', 'name of the run'))
    .option('--forget', 'delete the run with its records')
    .addHelpText('after', HELP)
    .action((name: string) => {
      const options = command.opts<CancelOptions>();
      return withQueue(options, host, async ({ store, line }) => {
        const { passages } = await submittedRun(store, name);
        const { recorded } = await store.totals(name);
        await store.setRun(name, { state: 'cancelled' });
        await line(name).clear();
        if (options.forget) await store.removeRun(name);
        const what = options.forget ? 'forgotten' : 'cancelled';
        host.stderr.write(
          `Run ${name} ${what}: ${recorded} of ${counted(passages ?? 0, 'passage')} recorded\n`,
        );
      });
    });
}
