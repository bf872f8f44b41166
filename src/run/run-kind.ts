/** A kind of run, as data: its input, its stages, and the effect of a budget. Output is up to the command. */
import type { Cost } from '../detector/estimate/estimate.ts';
import type { LabelledPassage } from '../../datasets/index.ts';
import type { Config } from '../config/schema.ts';
import type { PlannedRun, Plans, RecordedRun, RunInput, RunWork, StageContext } from './run-states.ts';
import type { Host } from './host.ts';
import type { RunManifest } from './manifest.ts';
import { loadSettings, type RunArguments, type SettingOptions } from './run-options.ts';
import type { RecordKind } from './records.ts';

export interface RunKind<O extends RunArguments, X = undefined> {
  name: RunManifest['command'];
  /** The settings of a new run; default: those of options, environment and files. */
  settings?(options: O, host: Host, plans?: Plans): Promise<Config>;
  /** `about` for work on single passages, without a run folder; default: undefined. */
  aboutAlone?(plans: Plans, config: Config): Promise<X>;
  /** How many of the stages a passage goes through; undefined, the default, for all. */
  stagesOf?(passage: LabelledPassage): number | undefined;
  /** What a new run is about. */
  input(source: string | undefined, options: O, host: Host): Promise<RunInput<X>>;
  /** What a resumed run is about; default: the input it began with. */
  resume?(
    run: RecordedRun,
    options: O,
    host: Host,
  ): Promise<Pick<PlannedRun<X>, 'passages' | 'about'> & { plans?: Plans }>;
  /** Whether `budget.degrade` applies; else a used-up budget ends the run. */
  degrades: boolean;
  /** Further calls on the budget of the run. */
  beside?(plan: PlannedRun<X>, host: Host): (config: Config) => Promise<Cost>;
  /** Whether it asks a model even where the configuration asks none. */
  asksAnyway?(plans: Plans): boolean;
  /** What it records; default: verdicts. */
  kinds?(plans: Plans): RecordKind<unknown>[];
  stages(context: StageContext<X>): RunWork | Promise<RunWork>;
  /** Whether a partial result is printed when the budget is used up; default: false. */
  partial?(plans: Plans): boolean;
}

/** The settings with which this process would carry out a run. */
export async function ownSettings(
  kind: Pick<RunKind<RunArguments, unknown>, 'settings'>,
  options: SettingOptions,
  host: Host,
  plans?: Plans,
): Promise<Config> {
  return kind.settings?.(options, host, plans) ?? (await loadSettings(options, host)).config;
}
