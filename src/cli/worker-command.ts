/** `hallugraph worker`: process passages from a queue. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { packageVersion } from '../common/version.ts';
import { environmentOf } from '../config/environment.ts';
import { passagesAtOnce } from '../detector/config-uses.ts';
import { resolveEmbedder } from '../detector/resolve-embedder.ts';
import { ConfigError, EXIT_CODES } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import type { Queue } from '../queue/open-queue.ts';
import { type Performer, stagePerformer } from '../queue/performer.ts';
import { lowerLimits, sharedAnswers, sharedBudget, sharedTurns } from '../queue/shared-limits.ts';
import { firstDifference, type SubmittedRun, submittedRun } from '../queue/submitted-run.ts';
import { workOn } from '../queue/work.ts';
import type { Host } from '../run/host.ts';
import type { RunManifest } from '../run/manifest.ts';
import { POLL_MILLISECONDS } from '../run/run-progress.ts';
import { settingsOf, workAlone } from '../run/run-kind.ts';
import { type CallFlags, callSettings, type SettingOptions } from '../run/run-options.ts';
import type { RunWork } from '../run/run-states.ts';
import { Exit, INTERRUPTED, reportDefect } from './exit.ts';
import { addCallOptions, addModelOptions, addThreadsOption, positive } from './options.ts';
import { addQueueOption, type QueueFlag, queuedCommand, withQueue } from './queued-commands.ts';

interface WorkerOptions extends SettingOptions, CallFlags, QueueFlag {
  run?: string;
  threads?: number;
  lease: number;
  grace: number;
}

const HELP = `
The settings of this machine must equal those of the submitted run; runs with other settings or of another version are
skipped. Keys come from the environment and are never on the queue.
After an interrupt or SIGTERM, passages in work are finished; those that take longer than --grace seconds return to the queue.

Examples:
  $ hallugraph worker --queue redis://localhost:6379 --preset local
  $ HALLUGRAPH_QUEUE=postgres://... hallugraph worker --run wikibio-1 -j 32

Exit status: 0 the run of --run is done, 1 its budget is used up or it was cancelled, 2 wrong use, other settings or an
unusable queue, 3 a model service refuses this machine, 130 stopped.`;

/** Seconds to wait for a store that starts together with its workers. */
const WAIT_SECONDS = 60;

export function commandModule(command: Command, host: Host): void {
  addModelOptions(addQueueOption(command))
    .option('--run <name>', 'process this run only, and exit when it is done')
    .option('-j, --concurrency <count>', 'passages of a run in work at once', positive)
    .option('--lease <seconds>', 'time after which the passages of a dead worker are released', positive, 60)
    .option(
      '--grace <seconds>',
      'time for passages in work to finish when the worker is stopped',
      positive,
      20,
    )
    .option('-q, --quiet', 'only errors on standard error');
  addCallOptions(addThreadsOption(command))
    .addHelpText('after', HELP)
    .action(async () => {
      const options = command.opts<WorkerOptions>();
      await withQueue(options, host, (queue) => work(queue, options, host), WAIT_SECONDS);
    });
}

/** None on one processor, where the main thread does the work. */
const threadsOf = ({ threads = availableParallelism() }: WorkerOptions): number =>
  threads < 2 ? 0 : threads;

/** @throws Exit if work is left at the end */
async function work(queue: Queue, options: WorkerOptions, host: Host): Promise<void> {
  const stopping = new AbortController();
  const leaving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stopListening = host.onInterrupt(() => {
    stopping.abort();
    timer = setTimeout(() => leaving.abort(), options.grace * 1000);
  });
  const config = await settingsOf(await queuedCommand('evaluate'), options, host);
  try {
    const isDone = await workOn({
      ...{ queue, run: options.run, leaseSeconds: options.lease, version: packageVersion() },
      concurrency: options.concurrency ?? passagesAtOnce(config, threadsOf(options)),
      open: (run) => openPerformer(queue, run, options, host),
      ...{ stopping: stopping.signal, leaving: leaving.signal },
      log: (line) => options.quiet || host.stderr.write(`${oneLine(line)}\n`),
    });
    if (!isDone) throw new Exit(INTERRUPTED);
    const { state } = await submittedRun(queue.store, options.run as string);
    if (state !== 'open') throw new Exit(EXIT_CODES.ruleMet);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

/** @throws ConfigError when this worker would produce other records than the run was submitted for */
async function openPerformer(
  { store }: Queue,
  run: SubmittedRun,
  options: WorkerOptions,
  host: Host,
): Promise<Performer> {
  const { name, manifest } = run;
  const command = await queuedCommand(manifest.command);
  const own = await settingsOf(command, options, host, manifest);
  const config = await resolveEmbedder(own, environmentOf(host));
  const tool = { ...manifest.tool, version: packageVersion() };
  const refuse = (detector: RunManifest['detector']) => {
    const difference = firstDifference(manifest, { tool, command: manifest.command, config, detector });
    if (difference)
      throw new ConfigError(
        `run ${name} was submitted with settings that differ from this worker's: ${difference}`,
      );
  };
  // Settings are compared first: models that the run does not use may be missing.
  refuse(manifest.detector);
  const limitsOf = (run: SubmittedRun) => lowerLimits(run.manifest.config.budget, config.budget);
  const limits = limitsOf(run);
  const limitsNow = throttled(async () => limitsOf(await submittedRun(store, name)));
  const answers = config.cache.enabled === false ? undefined : sharedAnswers(store, config.cache.ttlDays);
  const budget = sharedBudget(store, name, { limits, limitsNow, leaseSeconds: options.lease });
  let work: RunWork | undefined;
  const close = async () => {
    await work?.close?.();
    answers?.close();
    budget.close();
  };
  try {
    work = await workAlone(command, {
      ...{ config: { ...config, budget: { ...config.budget, ...limits } }, host, plans: manifest },
      calls: { ...callSettings(options, host), answers, takeTurn: sharedTurns(store), budget },
      threads: threadsOf(options),
    });
    refuse(await work.describe());
  } catch (error) {
    await close();
    throw error;
  }
  const performer = stagePerformer(work.stages, (id, error) => reportDefect(id, error, host));
  return { ...performer, close: () => performer.close().then(close) };
}

/** Limits requests to the store to the rate of the worker's polls. */
function throttled<T>(ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  return () => {
    const now = performance.now();
    if (answer === undefined || now - askedAt >= POLL_MILLISECONDS) [answer, askedAt] = [ask(), now];
    return answer;
  };
}
