/** A kind of run: its settings, its input, its stages. Output is up to the command. */
import type { LabelledPassage } from '../../datasets/index.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { detection } from './detection-stage.ts';
import type { Host } from './host.ts';
import type { RunManifest, Plans } from './manifest.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { RecordKind } from './records.ts';
import { loadSettings, type RunArguments, type SettingOptions } from './run-options.ts';
import type { PlannedRun, RunInput, RunWork, StageContext } from './run-states.ts';

export interface RunKind<O extends RunArguments, X = undefined> {
  name: RunManifest['command'];
  /** Default: options, environment and config files. */
  settings?(options: O, host: Host, plans?: Plans): Promise<Config>;
  /** `about` for single passages outside of a run folder; default: undefined. */
  aboutAlone?(plans: Plans, config: Config): Promise<X>;
  /** What to give beside one text as input, in words; default: samples, or a prompt. */
  besideText?: string;
  /** How many of the stages a passage goes through; default: all. */
  stagesOf?(passage: LabelledPassage): number | undefined;
  /** Default: the passages of the source, under its settings. */
  input?(source: string | undefined, options: O, host: Host): Promise<RunInput<X>>;
  /** Default: the passages that the run began with. */
  resume?(
    run: RecordedRun,
    options: O,
    host: Host,
  ): Promise<Pick<PlannedRun<X>, 'passages' | 'about'> & { plans?: Plans }>;
  /** Whether it asks a model even if the configuration asks none. */
  asksAnyway?(plans: Plans): boolean;
  /** What it records; default: verdicts. */
  kinds?(plans: Plans): RecordKind<unknown>[];
  /** Default: detection. */
  stages?(context: StageContext<X>): RunWork | Promise<RunWork>;
  /** Whether a partial result is printed when the budget is used up; default: false. */
  partial?(plans: Plans): boolean;
}

/** The settings with which this process would execute a run. */
export const settingsOf = async (
  kind: Pick<RunKind<RunArguments, unknown>, 'settings'>,
  options: SettingOptions,
  host: Host,
  plans?: Plans,
): Promise<Config> => kind.settings?.(options, host, plans) ?? (await loadSettings(options, host)).config;

export const stagesFor = async <X>(
  kind: Pick<RunKind<never, X>, 'stages'>,
  context: StageContext<X>,
): Promise<RunWork> => kind.stages?.(context) ?? detection(context);

/** The work of a kind of run on single passages, outside of a run folder. */
export async function workAlone(
  kind: Pick<RunKind<RunArguments, unknown>, 'aboutAlone' | 'stages'>,
  context: Pick<StageContext<unknown>, 'config' | 'plans' | 'host' | 'calls'> &
    Partial<Pick<StageContext, 'threads' | 'folder'>>,
): Promise<RunWork> {
  const { config, plans, host } = context;
  const about = await kind.aboutAlone?.(plans, config);
  const alone = { passages: [], threads: 0, folder: '', env: environmentOf(host), about };
  return stagesFor(kind, { ...alone, ...context });
}
