/** Options of a run, as settings. */
import path from 'node:path';
import { environmentOf } from '../config/environment.ts';
import type { Layer } from '../config/layers.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { assignmentLayer } from '../config/settings.ts';
import type { CallSettings } from '../models/chat-services.ts';
import type { Host } from './host.ts';
import type { BatchPlan } from './manifest.ts';
import type { InputOptions } from './read-input.ts';

export interface SettingOptions {
  config?: string;
  preset?: string;
  protocol?: string;
  set?: string[];
  seed?: number;
  concurrency?: number;
  /** Of the model under evaluation. */
  model?: string;
  baseUrl?: string;
  /** Also records the votes of graphs where they have no weight. */
  trace?: boolean;
}

export interface RunOptions extends SettingOptions {
  out?: string;
  resume?: string;
  limit?: number;
  filter?: string;
  threads?: number;
  quiet?: boolean;
}

/** Also for a resumed run. */
export interface CallFlags {
  /** False with --no-cache. */
  cache?: boolean;
  record?: string;
  replay?: string;
  budgetUsd?: number;
  budgetTokens?: number;
  budgetRequests?: number;
}

interface PlanFlags {
  dryRun?: boolean;
  batch?: boolean;
  batchDir?: string;
}

export type RunArguments = RunOptions & CallFlags & PlanFlags & InputOptions;

/** From flags, environment and `.env`, config file and preset. @param base values of a command below all of these */
export async function loadSettings(
  options: SettingOptions & CallFlags,
  host: Host,
  base?: Layer,
): Promise<LoadedConfig> {
  const flags = [...flagLayers(options), ...callLayers(options)];
  return loadConfig({ cwd: host.cwd, file: options.config, flags, env: environmentOf(host), base });
}

const layer = <V>(name: string, value: V | undefined, values: (value: V) => Layer['values']): Layer[] =>
  value === undefined ? [] : [{ name, values: values(value) }];

function flagLayers({ preset, protocol, seed, concurrency, set = [], ...flags }: SettingOptions): Layer[] {
  const { model, baseUrl, trace } = flags;
  return [
    ...layer('--preset', preset, (value) => ({ preset: value })),
    ...layer('--protocol', protocol, (value) => ({ protocol: value })),
    ...layer('--seed', seed, (value) => ({ seed: value })),
    ...layer('--concurrency', concurrency, (value) => ({ concurrency: value })),
    ...layer('--model', model, (value) => ({ models: { generator: { model: value } } })),
    ...layer('--trace', trace || undefined, () => ({ consistency: { always: true } })),
    ...layer('--base-url', baseUrl, (value) => ({ models: { generator: { baseUrl: value } } })),
    ...set.map(assignmentLayer),
  ];
}

export const callLayers = ({ cache, budgetUsd, budgetTokens, budgetRequests }: CallFlags): Layer[] => [
  ...layer('--no-cache', cache === false || undefined, () => ({ cache: { enabled: false } })),
  ...layer('--budget-usd', budgetUsd, (usd) => ({ budget: { usd } })),
  ...layer('--budget-tokens', budgetTokens, (tokens) => ({ budget: { tokens } })),
  ...layer('--budget-requests', budgetRequests, (requests) => ({ budget: { requests } })),
];

/** Call settings without a place in the configuration. */
export function callSettings({ record, replay }: CallFlags, { cwd, stderr }: Host): CallSettings {
  return {
    record: record === undefined ? undefined : path.resolve(cwd, record),
    replay: replay === undefined ? undefined : path.resolve(cwd, replay),
    keepAnswers: true,
    onProblem: (problem) => stderr.write(`note: ${problem}\n`),
  };
}

export function batchPlan({ batch, batchDir }: PlanFlags, { cwd }: Host): BatchPlan | undefined {
  if (batchDir !== undefined) return { folder: path.resolve(cwd, batchDir), asksServices: false };
  return batch ? { folder: 'batches', asksServices: true } : undefined;
}
