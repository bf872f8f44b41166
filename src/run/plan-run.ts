/** Plans a run, new or resumed. Nothing is written. */
import type { LabelledPassage } from '../../datasets/index.ts';
import { checkConfig } from '../config/check-config.ts';
import type { Config } from '../config/schema.ts';
import { asksModels } from '../detector/config-uses.ts';
import { InputError } from '../errors.ts';
import { limitedUnits, maxSpending, NOTHING, spendingOf } from '../models/budget/budget.ts';
import type { Host } from './host.ts';
import { type RunManifest, readManifest } from './manifest.ts';
import { readInput, selectionOf } from './read-input.ts';
import { passagesOfRun, type RecordedRun, runDirectory } from './recorded-run.ts';
import { type RunKind, settingsOf } from './run-kind.ts';
import { batchPlan, callLayers, type RunArguments, type RunOptions } from './run-options.ts';
import type { PlannedRun, RunInput } from './run-states.ts';
import { checkAnswerable, checkThreshold, selectPassages } from './select-passages.ts';

/**
 * @throws RunError for a folder that is no run, or whose input has changed
 * @throws InputError for a run of another command, for conflicting options, or when no passage is left
 */
export async function planRun<O extends RunArguments, X>(
  kind: RunKind<O, X>,
  source: string | undefined,
  options: O,
  host: Host,
): Promise<PlannedRun<X>> {
  if (options.resume !== undefined) return planResumed(kind, source, options, host);
  const run = await inputOf(kind, source, options, host);
  const { passages = passagesOf(run, options), plans = {} } = run;
  const batch = batchPlan(options, host);
  checkBatch(batch, run.config, options);
  return { ...run, passages, plans, batch, resumed: null };
}

async function planResumed<O extends RunArguments, X>(
  kind: RunKind<O, X>,
  source: string | undefined,
  options: O,
  host: Host,
): Promise<PlannedRun<X>> {
  if (source !== undefined)
    throw new InputError('--resume uses the input of the run; remove the other input');
  const resumed = await resumable(options.resume as string, kind.name, host);
  const { manifest } = resumed;
  const run = kind.resume
    ? await kind.resume(resumed, options, host)
    : { passages: await passagesOfRun(resumed), about: undefined as X };
  const config = checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(options)]);
  const batch = batchPlan(options, host) ?? manifest.batch;
  checkBatch(batch, config, options);
  const { usage, usd } = manifest.summary;
  const spent = maxSpending(manifest.spent ?? NOTHING, spendingOf({ ...usage, usd }));
  return { plans: manifest, ...run, config, batch, input: null, resumed, spent };
}

export const inputOf = <O extends RunArguments, X>(
  kind: RunKind<O, X>,
  source: string | undefined,
  options: O,
  host: Host,
): Promise<RunInput<X>> => kind.input?.(source, options, host) ?? plainInput(kind, source, options, host);

/** @throws InputError for batches with options of single calls, or where no model is asked */
function checkBatch(batch: PlannedRun['batch'], config: Config, { record, replay }: RunArguments): void {
  if (batch === undefined) return;
  if (!asksModels(config)) {
    throw new InputError('batches need a chat model, and this configuration asks none');
  }
  if (record !== undefined || replay !== undefined) {
    throw new InputError('--record and --replay cannot be combined with batches');
  }
  if (limitedUnits(config.budget).length > 0) {
    throw new InputError(
      'budgets cannot be combined with batches; remove them from the command and the settings',
    );
  }
}

/** The input of a file, of standard input or of a prompt, under the settings of the kind. */
export const plainInput = async <O extends RunArguments, X>(
  kind: Pick<RunKind<O, X>, 'settings' | 'besideText'>,
  source: string | undefined,
  options: O,
  host: Host,
): Promise<RunInput<X>> => ({
  config: await settingsOf(kind, options, host),
  input: await readInput(source, { ...options, besideText: kind.besideText }, host),
  about: undefined as X,
});

/** @throws InputError when nothing is left */
export const selectedPassages = (
  { input, config }: Pick<RunInput, 'input' | 'config'>,
  { filter, limit }: Pick<RunOptions, 'filter' | 'limit'>,
): LabelledPassage[] =>
  selectPassages(input.passages, selectionOf(input, { filter, limit, seed: config.seed }));

/** The same. @throws InputError also when one cannot be evaluated under the configuration */
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

/** @throws RunError for a folder that is no run; InputError for a run of another command */
async function resumable(
  run: string,
  command: RunManifest['command'],
  { cwd }: Pick<Host, 'cwd'>,
): Promise<RecordedRun> {
  const directory = await runDirectory(run, cwd);
  const manifest = await readManifest(directory);
  // A rescored run is shown by the command that recorded it.
  if ([command, 'rescore'].includes(manifest.command)) return { directory, manifest };
  throw new InputError(
    `${run} is a run of ${manifest.command}: continue it with hallugraph ${manifest.command} --resume`,
  );
}
