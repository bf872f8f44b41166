/** Starts or resumes a planned run: creates or opens its folder, prepares its work, executes it. */
import path from 'node:path';
import { passageRecord } from '../../datasets/index.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { asksModels, passagesAtOnce } from '../detector/config-uses.ts';
import { resolveEmbedder } from '../detector/resolve-embedder.ts';
import { threadsFor } from '../detector/threads/threads-for.ts';
import { InputError } from '../errors.ts';
import { batchCalls } from '../models/batch/batch-calls.ts';
import { Budget, limitedUnits, maxSpending, type Spending } from '../models/budget/budget.ts';
import type { CallSettings } from '../models/chat-services.ts';
import { Waiting } from '../models/waiting.ts';
import type { PassageVerdict } from '../passage.ts';
import type { BatchWork } from './execute-batches.ts';
import type { Host } from './host.ts';
import type { Input } from './read-input.ts';
import type { RecordedRun } from './recorded-run.ts';
import { type RecordKind, recordsIn, VERDICTS } from './records.ts';
import { createRun, newManifest, newRunPath, type RunFolder, resumeRun } from './run-folder.ts';
import { type RunKind, stagesFor } from './run-kind.ts';
import { callSettings, type RunArguments } from './run-options.ts';
import { runStages, type StagesJob } from './run-stages.ts';
import type { BegunRun, DoneRun, PlannedRun, RunWork } from './run-states.ts';
import { Tally } from './run-summary.ts';
import { checksum } from './select-passages.ts';
import { keepSpending, spendingIn } from './spending.ts';

/**
 * Validates options and settings, and only then creates the run folder.
 *
 * @throws InputError when flags conflict with the settings of the run
 * @throws RunError when the folder cannot be used
 */
export async function beginRun<O extends RunArguments, X>(
  kind: RunKind<O, X>,
  plan: PlannedRun<X>,
  options: O,
  host: Host,
): Promise<BegunRun<X>> {
  const { passages, plans, about, resumed, input } = plan;
  const env = environmentOf(host);
  const settings = callSettings(options, host);
  if (!kind.asksAnyway?.(plans)) refuseIdleCalls(plan.config, settings);
  const folder = resumed?.directory ?? (await newPath(input as Input, options, host));
  const batch =
    plan.batch && batchCalls({ ...plan.batch, folder: path.resolve(folder, plan.batch.folder), env });
  const config = await resolveEmbedder(plan.config, env);
  const budget = new Budget(config.budget, await spentSoFar(plan, kind.kinds?.(plans) ?? [VERDICTS]));
  const waiting = new Waiting();
  const calls = { ...settings, batch, budget, waiting, continues: resumed !== null };
  const own = passages.map(({ passage }) => passage);
  const atWork = options.concurrency ?? config.concurrency;
  const threads = threadsFor(own, config, { threads: options.threads, atWork });
  const work = await stagesFor(kind, { config, passages, plans, about, env, calls, threads, folder, host });
  const openNew = async (given: Input): Promise<RunFolder> => {
    const size = { sha256: checksum(given.passages), count: passages.length };
    const content = { ...plan, ...size, command: kind.name, input: given, config };
    return createRun(folder, newManifest(content, await work.describe(), options, host), keptInput(given));
  };
  try {
    const opened = input === null ? await resumeFolder(plan, work, host) : await openNew(input);
    await recordSpending(opened, budget);
    return { ...plan, work, batchCalls: batch, budget, waiting, threads, folder: opened };
  } catch (error) {
    await work.close?.();
    throw error;
  }
}

/** With a budget, writes the spending to disk request by request. */
async function recordSpending(folder: RunFolder, budget: Budget): Promise<void> {
  if (limitedUnits(budget.limits).length === 0) return;
  await keepSpending(folder.path, budget).catch(async (error: unknown) => {
    await folder.close();
    throw error;
  });
}

async function newPath({ name }: Input, { out }: RunArguments, { cwd, now }: Host): Promise<string> {
  if (out !== undefined) return path.resolve(cwd, out);
  return newRunPath(path.resolve(cwd, 'runs'), path.parse(name).name, now());
}

/** @throws InputError for a recording where no model is asked */
function refuseIdleCalls(config: Config, { record, replay }: CallSettings): void {
  if (asksModels(config) || (record === undefined && replay === undefined)) return;
  const flag = record === undefined ? '--replay' : '--record';
  throw new InputError(`${flag} applies to model calls, and this configuration makes none`);
}

/** A killed run has no total in `run.json`: the larger of what its records and its `spending.jsonl` add up to. */
async function spentSoFar(
  { resumed, spent }: PlannedRun<unknown>,
  kinds: readonly RecordKind<unknown>[],
): Promise<Spending | undefined> {
  if (resumed === null || spent === undefined || resumed.manifest.status !== 'running') return spent;
  const tally = new Tally();
  for (const kind of kinds) {
    for await (const record of recordsIn(resumed.directory, kind)) {
      for (const costs of kind.costsOf(record)) tally.addCalls(costs);
    }
  }
  const recorded = maxSpending(spent, tally.spent());
  const asked = await spendingIn(resumed.directory);
  return asked ? maxSpending(recorded, asked) : recorded;
}

async function resumeFolder(
  { resumed, plans: { bench, probe }, batch }: PlannedRun<unknown>,
  work: RunWork,
  host: Host,
): Promise<RunFolder> {
  const { directory, manifest } = resumed as RecordedRun;
  const { recorded, passages } = manifest.summary;
  if (recorded < passages && JSON.stringify(await work.describe()) !== JSON.stringify(manifest.detector)) {
    host.stderr.write('note: models, backend or prompts have changed since the run began\n');
  }
  const folder = await resumeRun(directory);
  await folder.update({ batch, ...(bench && { bench }), ...(probe && { probe }) });
  return folder;
}

/** A copy of an input that cannot be read again, such as standard input. */
const keptInput = ({ path: file, passages }: Input): string | undefined =>
  file === null
    ? passages.map((passage) => `${JSON.stringify(passageRecord(passage))}\n`).join('')
    : undefined;

/** Callbacks on the progress of a run. */
export interface RunListener extends Pick<StagesJob, 'onStage' | 'onDefect'> {
  batch: Omit<BatchWork, 'calls'>;
}

/**
 * Executes a run until it is done, interrupted or out of budget.
 * @throws other errors that the work throws on purpose
 */
export async function executeRun<X>(
  { work, batchCalls: calls, budget, waiting, threads, ...run }: BegunRun<X>,
  { concurrency, listener }: { concurrency?: number | undefined; listener: RunListener },
  { onInterrupt }: Pick<Host, 'onInterrupt'>,
): Promise<DoneRun<X>> {
  const { folder, config } = run;
  const { batch, ...onWork } = listener;
  const controller = new AbortController();
  const stopListening = onInterrupt(() => controller.abort());
  try {
    const result = await runStages({
      ...{ folder, stages: work.stages, signal: controller.signal, ...onWork },
      spent: () => budget.committed,
      waited: (before) => waiting.seconds(before),
      concurrency: concurrency ?? passagesAtOnce(config, threads),
      batch: calls && { ...batch, calls },
      verdicts: config.scoring.threshold.rule === 'fixed' ? undefined : work.verdicts,
    });
    return { ...run, ...result, verdicts: work.verdicts?.() ?? noVerdicts() };
  } finally {
    stopListening();
    // Results of passages still in work would not be used.
    controller.abort();
    await work.close?.();
  }
}

async function* noVerdicts(): AsyncGenerator<PassageVerdict> {}
