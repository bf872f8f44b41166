/** Options that several commands share, and how their values are read. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { environmentOf } from '../config/environment.ts';
import type { Layer } from '../config/layers.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { PRESETS } from '../config/presets.ts';
import { assignmentLayer } from '../config/settings.ts';
import type { Host } from './host.ts';

export interface SettingOptions {
  config?: string;
  preset?: string;
  set?: string[];
  seed?: number;
  concurrency?: number;
}

export interface RunOptions extends SettingOptions {
  out?: string;
  resume?: string;
  limit?: number;
  filter?: string;
  quiet?: boolean;
}

export function addSettingOptions(command: Command): Command {
  return command
    .option('-c, --config <file>', 'config file, instead of looking for hallugraph.config.* upwards')
    .addOption(
      new Option('-p, --preset <name>', 'starting point of all settings').choices(Object.keys(PRESETS)),
    )
    .option('-s, --set <key=value>', 'one setting, as in --set sampling.n=5 (repeatable)', collected);
}

export function addRunOptions(command: Command): Command {
  return addSettingOptions(command)
    .option('--seed <number>', 'seed of every random draw', integer)
    .option('-j, --concurrency <count>', 'passages in work at once', positive)
    .option('-n, --limit <count>', 'only the first passages', positive)
    .option('--filter <id>', 'only passages with this in their id; * stands for anything')
    .option('-o, --out <folder>', 'run folder to write (default: runs/<time>-<name>)')
    .option('--resume <run>', 'go on with a run that was interrupted or failed')
    .option('-q, --quiet', 'nothing on standard error but errors');
}

/** The configuration for flags, environment and `.env`, config file and preset. */
export async function loadSettings(options: SettingOptions, host: Host): Promise<LoadedConfig> {
  const env = environmentOf(host.cwd, host.env);
  return loadConfig({ cwd: host.cwd, file: options.config, flags: flagLayers(options), env });
}

function flagLayers({ preset, seed, concurrency, set = [] }: SettingOptions): Layer[] {
  const named = Object.entries({ preset, seed, concurrency }).filter(([, value]) => value !== undefined);
  return [
    ...named.map(([key, value]) => ({ name: `--${key}`, values: { [key]: value } })),
    ...set.map((assignment) => assignmentLayer(assignment)),
  ];
}

export function collected(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

export function integer(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('Expected a whole number.');
  return value;
}

/** A reader of whole numbers that are not smaller than `least`. */
function atLeast(least: number): (text: string) => number {
  return (text) => {
    const value = integer(text);
    if (value < least) throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
    return value;
  };
}

export const positive = atLeast(1);
export const atLeastTwo = atLeast(2);
