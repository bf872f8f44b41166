/** `hallugraph submit`: enqueue the passages of a run. */
import type { Command } from 'commander';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { resolveEmbedder } from '../detector/resolve-embedder.ts';
import { ConfigError, InputError, RunError } from '../errors.ts';
import { counted } from '../format/text.ts';
import { amountOf, limitedUnits } from '../models/budget/budget.ts';
import { canonicalJson } from '../models/cache/cache-key.ts';
import { type JobPayload, jobPayload } from '../queue/job.ts';
import type { Queue } from '../queue/open-queue.ts';
import { type SubmittedInput, submittedInput } from '../queue/submitted-input.ts';
import { asSubmitted, firstDifference, type SubmittedRun } from '../queue/submitted-run.ts';
import type { Host } from '../run/host.ts';
import type { RunManifest } from '../run/manifest.ts';
import { newManifest } from '../run/run-folder.ts';
import { workAlone } from '../run/run-kind.ts';
import type { RunArguments } from '../run/run-options.ts';
import {
  addBudgetOptions,
  addModelOptions,
  choice,
  datasetOption,
  idsOption,
  mapOption,
  positive,
} from './options.ts';
import type { QueueFlag } from './queued-commands.ts';
import { addQueueOption, ownOptions, QUEUED_COMMANDS, queuedCommand, withQueue } from './queued-commands.ts';

interface SubmitOptions extends RunArguments, QueueFlag {
  run: string;
  command: string;
  tries: number;
  /** Options unknown to submit, which are those of the command. */
  words: readonly string[];
}

const HELP = `
Workers on any machine process the passages: hallugraph worker --queue URL, with the same settings and their own keys.
Options of the command itself may be given too. Submitting a run again enqueues only what is missing, which completes an
interrupted submission.

Examples:
  $ hallugraph submit passages.jsonl --queue redis://localhost:6379 --run wikibio-1 --preset local
  $ HALLUGRAPH_QUEUE=postgres://... hallugraph submit answers.jsonl --command check --run answers
  $ hallugraph submit answers.jsonl --command correct --run corrected --replace text      with an option of correct
  $ hallugraph status wikibio-1 --queue redis://localhost:6379
  $ hallugraph collect wikibio-1 --queue redis://localhost:6379 --out runs/wikibio-1`;

export function commandModule(command: Command, host: Host): void {
  addModelOptions(addQueueOption(command.argument('<input>', 'file of passages')))
    .requiredOption('--run <name>', 'name of the run')
    .addOption(choice('--command <name>', 'the command to run on each passage', QUEUED_COMMANDS, 'evaluate'))
    .addOption(datasetOption('form of the input'))
    .addOption(mapOption())
    .addOption(idsOption())
    .option('-n, --limit <count>', 'only the first passages', positive)
    .option('--filter <id>', 'only passages with this in their id; * matches anything')
    .option('--tries <count>', 'attempts per passage before it fails for good', positive, 3)
    .option('-q, --quiet', 'only errors on standard error');
  addBudgetOptions(command)
    .addHelpText('after', HELP)
    .allowUnknownOption()
    .allowExcessArguments()
    .action((source: string) => {
      const options = { ...command.opts<SubmitOptions>(), words: command.args.slice(1) };
      return withQueue(options, host, (queue) => submit(queue, source, options, host));
    });
}

/** Passages enqueued at once. */
const AT_ONCE = 200;

async function submit(queue: Queue, source: string, options: SubmitOptions, host: Host): Promise<void> {
  const { run: name, tries, quiet } = options;
  const line = queue.jobs(name);
  const { manifest, input } = await newRun(source, options, host);
  const run = asSubmitted(name, await queue.store.addRun(name, JSON.stringify(manifest)));
  refuseAnother(run, manifest);
  const budget = await raiseBudget(queue, run, manifest.config);
  let put = 0;
  const enqueue = async (payloads: JobPayload[]): Promise<void> => {
    const indexes = payloads.map(({ index }) => index);
    const done = await queue.store.recorded(name, indexes);
    const left = payloads.filter(({ index }) => !done.has(index));
    // Requeues jobs that were removed from a completely submitted run.
    if (run.passages !== null) await line.forgetLost(left);
    await line.enqueue(left, tries);
    put += left.length;
  };
  let index = 0;
  const pending: JobPayload[] = [];
  for await (const job of input.passages()) {
    pending.push(jobPayload({ index, ...job }));
    index += 1;
    if (pending.length === AT_ONCE) await enqueue(pending.splice(0));
  }
  if (pending.length > 0) await enqueue(pending);
  await queue.store.setRun(name, { passages: index });
  if (quiet) return;
  const before = put < index ? `; ${counted(index - put, 'passage')} of it done before` : '';
  host.stderr.write(`Run ${name} of ${counted(index, 'passage')} is at ${queue.shown}${before}${budget}\n`);
}

/** @throws errors of settings or input, before anything is enqueued */
async function newRun(
  source: string,
  { words, ...options }: SubmitOptions,
  host: Host,
): Promise<{ manifest: RunManifest; input: SubmittedInput }> {
  const command = await queuedCommand(options.command);
  // --run is an option of submit, though some commands have one of this name.
  const { run: _, ...all } = { ...ownOptions(command, words, host), ...options };
  const isPlain = words.length === 0 && ['evaluate', 'check', 'rhd'].includes(command.name);
  const input = await submittedInput(command, source, { ...all, isPlain }, host);
  const { plans } = input;
  const config = await resolveEmbedder(input.config, environmentOf(host));
  const work = await workAlone(command, { config, host, plans, calls: { instead: askingNobody } });
  // The baselines of a benchmark need no threshold.
  if (work.stages.length > 1 && command.name !== 'bench' && config.scoring.threshold.rule !== 'fixed') {
    throw new ConfigError(
      `scoring.threshold is taken from all passages, and ${command.name} needs it for each: set scoring.threshold={rule: fixed, triple: T, passage: T}`,
    );
  }
  const content = { ...input, command: command.name, config, batch: undefined };
  const manifest = newManifest(content, await work.describe(), options, host);
  await work.close?.();
  return { manifest, input };
}

/** A placeholder model, so that a run is submitted without keys. */
const askingNobody = ({ model }: Config['models']['generator']) => ({
  id: `openai/${model}`,
  complete: () => Promise.reject(new Error('submit calls no model')),
});

/** @throws RunError when the run of this name differs, or was cancelled */
function refuseAnother({ name, state, manifest }: SubmittedRun, own: RunManifest): void {
  if (state === 'cancelled') throw new RunError(`run ${name} was cancelled: choose another --run`);
  const about = ({ input, correct, select, bench, probe }: RunManifest) =>
    canonicalJson({ ...input, path: '', correct, select, bench, probe });
  if (about(manifest) !== about(own))
    throw new RunError(`run ${name} exists with different input or options: choose another --run`);
  const difference = firstDifference(manifest, own);
  if (difference)
    throw new RunError(`run ${name} exists with different settings (${difference}): choose another --run`);
}

/**
 * Replaces the limits of the run by the given ones, also for running workers.
 *
 * @returns the new limits in words; empty where nothing changed
 * @throws InputError when they are used up and not raised, or for a limit that the run began without, since its
 *   costs so far were not counted or priced
 */
async function raiseBudget(
  { store }: Queue,
  { name, state, manifest }: SubmittedRun,
  { budget: given }: Config,
): Promise<string> {
  const { budget } = manifest.config;
  const changed = limitedUnits(given).filter((unit) => given[unit] !== budget[unit]);
  const added = changed.find((unit) => budget[unit] === undefined);
  if (added) {
    throw new InputError(
      `run ${name} was submitted without --budget-${added}, which cannot be added later: choose another --run`,
    );
  }
  if (changed.length > 0) {
    const raised = { ...budget, ...Object.fromEntries(changed.map((unit) => [unit, given[unit]])) };
    const changedRun = { ...manifest, config: { ...manifest.config, budget: raised } };
    await store.setRun(name, { manifest: JSON.stringify(changedRun), state: 'open' });
  } else if (state === 'budget') {
    throw new InputError(
      `the budget of run ${name} is used up: submit it again with a higher --budget-usd, --budget-tokens or --budget-requests`,
    );
  }
  return changed.map((unit) => `; its budget is ${amountOf(unit, given[unit] ?? 0)} now`).join('');
}
