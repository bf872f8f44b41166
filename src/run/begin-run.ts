/** Begins a planned run: creates its folder, or opens the resumed one, with what its stages need. */
import path from 'node:path';
import { passageRecord } from '../../datasets/index.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import { batchCalls } from '../models/batch/batch-calls.ts';
import { Budget, limitedUnits, type Spending } from '../models/budget/budget.ts';
import type { CallSettings } from '../models/chat-services.ts';
import { Waiting } from '../models/waiting.ts';
import { resolveEmbedder } from '../detector/resolve-embedder.ts';
import { asksModels } from '../detector/asks-models.ts';
import { type RecordKind, recordsIn, VERDICTS } from './records.ts';
import { createRun, newRunPath, type RunFolder, resumeRun } from './run-folder.ts';
import { Tally } from './run-summary.ts';
import { keepSpending, spendingIn } from './spending.ts';
import { threadsFor } from '../detector/threads/threads-for.ts';
import { type Fitted, fitBudget } from './fit-budget.ts';
import type { Host } from './host.ts';
import { newManifest } from './new-manifest.ts';
import { mostOf } from './plan-run.ts';
import { callSettings, type RunArguments } from './run-options.ts';
import type { BegunRun, PlannedRun, RecordedRun, RunWork } from './run-states.ts';
import { checksum } from './recorded-run.ts';
import type { Input } from './read-input.ts';
import type { RunKind } from './run-kind.ts';

/**
 * Checks everything that can be checked, applies `budget.degrade` to a new run, and only then makes the run folder.
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
  const { config: planned, degraded }: Fitted = resumed ? plan : await fitted(kind, plan, host);
  const config = await resolveEmbedder(planned, env);
  const budget = new Budget(config.budget, await spentSoFar(plan, kind.kinds?.(plans) ?? [VERDICTS]));
  const waiting = new Waiting();
  const calls = { ...settings, batch, budget, waiting, continues: resumed !== null };
  const threads = threadsFor(
    passages.map(({ passage }) => passage),
    config,
    { threads: options.threads, atWork: options.concurrency ?? config.concurrency },
  );
  const work = await kind.stages({ config, passages, plans, about, env, calls, threads, folder, host });
  const begun = { ...plan, state: 'begun', work, batchCalls: batch, budget, waiting, threads } as const;
  const newFolder = async (own: Input): Promise<RunFolder> => {
    const size = { sha256: checksum(own.passages), count: passages.length };
    const content = { ...plan, ...size, command: kind.name, input: own, config, degraded };
    const manifest = newManifest(content, await work.describe(), options, host);
    return createRun(folder, manifest, keptInput(own));
  };
  try {
    const opened = input === null ? await resumeFolder(plan, work, host) : await newFolder(input);
    return { ...begun, folder: await withSpending(opened, config, budget) };
  } catch (error) {
    await work.close?.();
    throw error;
  }
}

/** With a budget, writes the spending to disk request by request. */
async function withSpending(folder: RunFolder, config: Config, budget: Budget): Promise<RunFolder> {
  try {
    if (limitedUnits(config.budget).length > 0) await keepSpending(folder.path, budget);
    return folder;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function newPath({ name }: Input, { out }: RunArguments, { cwd, now }: Host): Promise<string> {
  if (out !== undefined) return path.resolve(cwd, out);
  return newRunPath(path.resolve(cwd, 'runs'), path.parse(name).name, now());
}

/** @throws InputError for a recording where there is nothing to record, or to answer from it */
function refuseIdleCalls(config: Config, { record, replay }: CallSettings): void {
  if (asksModels(config) || (record === undefined && replay === undefined)) return;
  const flag = record === undefined ? '--replay' : '--record';
  throw new InputError(`${flag} is for calls of models, and this configuration asks none`);
}

async function fitted<O extends RunArguments, X>(
  kind: RunKind<O, X>,
  plan: PlannedRun<X>,
  host: Host,
): Promise<Fitted> {
  if (!kind.degrades) return plan;
  const passages = plan.passages.map(({ passage }) => passage);
  return fitBudget({ passages, config: plan.config, beside: kind.beside?.(plan, host) }, host);
}

/**
 * Costs of the run so far; for a killed run, which did not write its total, the costs in its records, and with a
 * budget those of its requests.
 */
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
  const recorded = mostOf(spent, tally.spent());
  const asked = await spendingIn(resumed.directory);
  return asked ? mostOf(recorded, asked) : recorded;
}

async function resumeFolder(
  { resumed, plans, batch }: PlannedRun<unknown>,
  work: RunWork,
  host: Host,
): Promise<RunFolder> {
  const { directory, manifest } = resumed as RecordedRun;
  const { recorded, passages } = manifest.summary;
  if (recorded < passages && JSON.stringify(await work.describe()) !== JSON.stringify(manifest.detector)) {
    host.stderr.write('note: models, backend or prompts are not those the run began with\n');
  }
  const folder = await resumeRun(directory);
  const { bench, probe } = plans;
  await folder.update({ batch, ...(bench && { bench }), ...(probe && { probe }) });
  return folder;
}

/** Content of the copy of input that cannot be read again. */
const keptInput = ({ path: file, passages }: Input): string | undefined =>
  file === null
    ? passages.map((passage) => `${JSON.stringify(passageRecord(passage))}\n`).join('')
    : undefined;
