/** Options of a run, and the settings that they stand for. */
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
  thorough?: boolean;
  /** With the votes of graphs, where they have no weight, too. */
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

/** How models are asked; these also hold for a run that is resumed. */
export interface CallFlags {
  /** False with --no-cache. */
  cache?: boolean;
  record?: string;
  replay?: string;
  budgetUsd?: number;
  budgetTokens?: number;
  budgetRequests?: number;
}

/** Whether and how models are asked; these hold for a run that is resumed, too. */
export interface PlanFlags {
  dryRun?: boolean;
  batch?: boolean;
  batchDir?: string;
}

/** All options of a run. */
export type RunArguments = RunOptions & CallFlags & PlanFlags & InputOptions;

/**
 * The configuration for flags, environment and `.env`, config file and preset.
 *
 * @param base what a command sets below all of these
 */
export async function loadSettings(
  options: SettingOptions & CallFlags,
  host: Host,
  base?: Layer,
): Promise<LoadedConfig> {
  const env = environmentOf(host);
  return loadConfig({
    cwd: host.cwd,
    file: options.config,
    flags: [...flagLayers(options), ...callLayers(options)],
    env,
    base,
  });
}

function flagLayers({ preset, protocol, seed, concurrency, set = [], ...flags }: SettingOptions): Layer[] {
  const named = Object.entries({ preset, protocol, seed, concurrency }).filter(
    ([, value]) => value !== undefined,
  );
  return [
    ...named.map(([key, value]) => ({ name: `--${key}`, values: { [key]: value } })),
    ...generatorLayer('--model', { model: flags.model }),
    ...(flags.thorough ? [{ name: '--thorough', values: { verification: { ask: 'all' } } }] : []),
    ...(flags.trace ? [{ name: '--trace', values: { consistency: { always: true } } }] : []),
    ...generatorLayer('--base-url', { baseUrl: flags.baseUrl }),
    ...set.map((assignment) => assignmentLayer(assignment)),
  ];
}

const generatorLayer = (name: string, generator: Record<string, string | undefined>): Layer[] =>
  Object.values(generator).includes(undefined) ? [] : [{ name, values: { models: { generator } } }];

/** The settings that flags on calls stand for. */
export function callLayers({ cache, budgetUsd, budgetTokens, budgetRequests }: CallFlags): Layer[] {
  const budgets = { usd: budgetUsd, tokens: budgetTokens, requests: budgetRequests };
  const given = Object.entries(budgets).filter(([, value]) => value !== undefined);
  return [
    ...(cache === false ? [{ name: '--no-cache', values: { cache: { enabled: false } } }] : []),
    ...given.map(([unit, value]) => ({ name: `--budget-${unit}`, values: { budget: { [unit]: value } } })),
  ];
}

/** Call settings that are options only. */
export function callSettings({ record, replay }: CallFlags, { cwd, stderr }: Host): CallSettings {
  return {
    record: record === undefined ? undefined : path.resolve(cwd, record),
    replay: replay === undefined ? undefined : path.resolve(cwd, replay),
    keepAnswers: true,
    onProblem: (problem) => stderr.write(`note: ${problem}\n`),
  };
}

/** How models are asked by batches; undefined for not at all. */
export function batchPlan({ batch, batchDir }: PlanFlags, { cwd }: Host): BatchPlan | undefined {
  if (!batch && batchDir === undefined) return undefined;
  return batchDir === undefined
    ? { folder: 'batches', asksServices: true }
    : { folder: path.resolve(cwd, batchDir), asksServices: false };
}
