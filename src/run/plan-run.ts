/** Plans a run, new or resumed: what it is about and how it is done. Nothing is written. */
import type { LabelledPassage } from '../../datasets/index.ts';
import { checkConfig } from '../config/check-config.ts';
import { InputError } from '../errors.ts';
import { inUnits, limitedUnits, type Spending, spendingOf } from '../models/budget/budget.ts';
import { asksModels } from '../detector/asks-models.ts';
import { checkAnswerable, checkThreshold, selectPassages } from './input.ts';
import { type RunManifest, readManifest } from './manifest.ts';
import type { Host } from './host.ts';
import { batchPlan, callLayers, loadSettings, type RunArguments, type RunOptions } from './run-options.ts';
import { readInput, selectionOf } from './read-input.ts';
import { runDirectory } from './run-directory.ts';
import { passagesOfRun } from './recorded-run.ts';
import type { PlannedRun, RecordedRun, RunInput } from './run-states.ts';
import type { RunKind } from './run-kind.ts';

/**
 * @throws RunError when the folder is no run, or its input is not what it was
 * @throws InputError when another command began it, when options do not go together with going on, or when nothing is
 * left of the input
 */
export async function planRun<O extends RunArguments, X>(
  kind: RunKind<O, X>,
  source: string | undefined,
  options: O,
  host: Host,
): Promise<PlannedRun<X>> {
  if (options.resume === undefined) {
    const run = await kind.input(source, options, host);
    const passages = run.passages ?? passagesOf(run, options);
    const plan = { ...run, passages, plans: run.plans ?? {}, resumed: null };
    return withBatches(plan, options, host);
  }
  if (source !== undefined)
    throw new InputError('--resume continues with the input of the run; it takes no other');
  const resumed = await resumable(options.resume, kind.name, host);
  const { manifest } = resumed;
  const resume: NonNullable<RunKind<O, X>['resume']> =
    kind.resume ?? (async (run) => ({ passages: await passagesOfRun(run), about: undefined as X }));
  const { plans = manifest, ...run } = await resume(resumed, options, host);
  const config = checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(options)]);
  const plan = { ...run, config, input: null, plans, resumed, spent: spentBefore(manifest) };
  return withBatches(plan, options, host);
}

/** @throws InputError for batches beside what holds for single calls alone, or where no service is asked */
function withBatches<X>(
  plan: Omit<PlannedRun<X>, 'batch' | 'state'>,
  { record, replay, ...flags }: RunArguments,
  host: Host,
): PlannedRun<X> {
  const batch = batchPlan(flags, host) ?? plan.resumed?.manifest.batch;
  if (batch === undefined) return { ...plan, state: 'planned', batch };
  const { config } = plan;
  const { generator, analyst = generator } = config.models;
  if (!asksModels(config) || [generator, analyst].every(({ provider }) => provider !== 'openai')) {
    throw new InputError('batches are for models of a service, and this configuration asks no model of one');
  }
  if (record !== undefined || replay !== undefined) {
    throw new InputError('--record and --replay do not go together with batches');
  }
  if (limitedUnits(config.budget).length > 0) {
    throw new InputError(
      'budgets do not go together with batches; take them out of the command and the settings',
    );
  }
  return { ...plan, state: 'planned', batch };
}

/** Of an input file, of standard input or of a prompt, under the settings of the options. */
export async function plainInput(
  source: string | undefined,
  options: RunArguments,
  host: Host,
  base?: Parameters<typeof loadSettings>[2],
): Promise<RunInput> {
  const { config } = await loadSettings(options, host, base);
  return { input: await readInput(source, options, host), config, about: undefined };
}

/** The part of the input that a run is about. @throws InputError when nothing is left */
export const selectedPassages = (
  { input, config }: Pick<RunInput, 'input' | 'config'>,
  { filter, limit }: Pick<RunOptions, 'filter' | 'limit'>,
): LabelledPassage[] =>
  selectPassages(input.passages, selectionOf(input, { filter, limit, seed: config.seed }));

/** The same, checked. @throws InputError when one cannot be evaluated under the configuration */
export function passagesOf(
  run: Pick<RunInput, 'input' | 'config'>,
  options: Pick<RunOptions, 'filter' | 'limit'>,
): LabelledPassage[] {
  const passages = selectedPassages(run, options);
  const own = passages.map(({ passage }) => passage);
  checkAnswerable(own, run.config);
  checkThreshold(own.length, run.config);
  return passages;
}

/**
 * The run to resume.
 * @throws RunError when the folder is no run
 * @throws InputError when another command began it
 */
async function resumable(
  run: string,
  command: RunManifest['command'],
  { cwd }: Pick<Host, 'cwd'>,
): Promise<RecordedRun> {
  const directory = await runDirectory(run, cwd);
  const manifest = await readManifest(directory);
  // Scored again, it is shown by the command that first recorded it.
  if (![command, 'rescore'].includes(manifest.command)) {
    throw new InputError(
      `${run} is a run of ${manifest.command}: continue it with hallugraph ${manifest.command} --resume`,
    );
  }
  return { directory, manifest };
}

function spentBefore({ spent, summary: { usage, usd } }: RunManifest): Spending {
  const recorded = spendingOf({ ...usage, usd });
  return spent ? mostOf(spent, recorded) : recorded;
}

export const mostOf = (one: Spending, other: Spending): Spending =>
  inUnits((unit) => Math.max(one[unit], other[unit]));
