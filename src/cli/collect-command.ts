/** `hallugraph collect`: write the run folder of a run that workers executed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES, RunError } from '../errors.ts';
import { counted } from '../format/text.ts';
import { limitedUnits } from '../models/budget/budget.ts';
import { collectedStages, recordedPassages } from '../queue/collect.ts';
import type { Queue } from '../queue/open-queue.ts';
import { submittedRun } from '../queue/submitted-run.ts';
import { MANIFEST_FILE } from '../run/manifest.ts';
import { runStages } from '../run/run-stages.ts';
import { createRun, resumeRun } from '../run/run-folder.ts';
import { Exit } from './exit.ts';
import type { Host } from '../run/host.ts';
import { addQueueOption, type QueueFlag, queuedCommand, withQueue } from './queued-commands.ts';
import { workAlone } from '../run/run-kind.ts';

const HELP = `
The folder is like that of a run of one process, for report, view, rescore, diff and evaluate --resume. While a run is in
progress, the records up to the first missing one are written; collect it again for the rest.

Example:
  $ hallugraph collect wikibio-1 --queue redis://localhost:6379 --out runs/wikibio-1

Exit status: 0 all passages are there, 2 wrong use, 4 some are not.`;

export function commandModule(command: Command, host: Host): void {
  addQueueOption(command.argument('<run>', 'name of the run'))
    .requiredOption('-o, --out <folder>', 'run folder to write or to continue')
    .option('-q, --quiet', 'only errors on standard error')
    .addHelpText('after', HELP)
    .action((name: string) => {
      const options = command.opts<QueueFlag & { out: string }>();
      return withQueue(options, host, (queue) => collect(queue, name, options, host));
    });
}

/** @throws Exit 4 when records are missing */
async function collect(
  queue: Queue,
  name: string,
  options: QueueFlag & { out: string },
  host: Host,
): Promise<void> {
  const { manifest, passages } = await submittedRun(queue.store, name);
  if (passages === null) throw new RunError(`run ${name} is still being submitted`);
  const out = path.resolve(host.cwd, options.out);
  const { config } = manifest;
  const command = await queuedCommand(manifest.command);
  const work = await workAlone(command, { config, host, plans: manifest, folder: out, calls: {} });
  const kinds = work.stages.map(({ kind }) => kind);
  const there = await recordedPassages(queue.store, { run: name, passages, kinds });
  const folder = existsSync(path.join(out, MANIFEST_FILE))
    ? await resumeRun(out)
    : await createRun(out, manifest);
  const missing = new AbortController();
  const { committed: spent } = await queue.store.committed(name);
  const result = await runStages({
    ...{ folder, concurrency: 1, signal: missing.signal },
    stages: collectedStages(queue.store, { run: name, there, passages, stages: work.stages, missing }),
    verdicts: config.scoring.threshold.rule === 'fixed' ? undefined : work.verdicts,
    spent: limitedUnits(config.budget).length > 0 ? () => spent : undefined,
    onStage: () => ({ onProgress: () => {}, onRecord: () => {} }),
    onDefect: (_, error) => {
      throw error;
    },
  });
  if (result.status !== 'done') {
    const { dead } = await queue.jobs(name).counts();
    const failed = dead > 0 ? `; ${counted(dead, 'passage')} failed: hallugraph status ${name} --dead` : '';
    host.stderr.write(`Collected ${there.length} of ${counted(passages, 'passage')}${failed}\n`);
    throw new Exit(EXIT_CODES.waiting);
  }
  if (!options.quiet) host.stderr.write(`${counted(passages, 'passage')} collected in ${options.out}\n`);
}
