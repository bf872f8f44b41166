/**
 * Reduces a run until it is expected to fit its budget (`budget.degrade`): decided once, before the first request, by
 * the estimate of a dry run, so that equal input gives equal runs.
 *
 * The steps are applied in their order, each on top of those before. `samples` and `draws` have levels, each half of
 * the one before, rounded up, and at least 3 (10, 5, 3); a task is on or off. Within a step the first level is taken
 * that makes the run fit, or else the first that saves as much as the last; a step that saves nothing of an exceeded
 * limit is skipped. A run that still does not fit goes as far as its budget, ends with status `budget`, and can be
 * resumed.
 *
 * A task that is off is a missing part: its value is null (`disabled`), and its weight goes to the other parts
 * (scoring/weighted-sum.ts): F = Σ_present w_k s_k ÷ Σ_present w_k. Fewer samples make C_i / n coarser; the raw C_i of
 * Eq. 2 (`scoring.consistency: raw`) lies in −n ... n, so fixed thresholds do not fit it any more.
 */
import { type DegradeStep, LEAST } from '../config/degrade-order.ts';
import { mergeValues, nest } from '../config/layers.ts';
import type { Config } from '../config/schema.ts';
import { ConfigError } from '../errors.ts';
import { type BudgetLimits, exceededUnits, limitedUnits, spendingOf } from '../models/budget/budget.ts';
import { type Passage, TASKS } from '../passage.ts';
import type { Cost, RunEstimate } from '../detector/estimate/estimate.ts';

interface SettingChange {
  step: DegradeStep;
  /** In the configuration, with dots. */
  path: string;
  /** For `sampling.limit`: at most the largest number of samples of a passage. */
  from: number | boolean;
  to: number | boolean;
}

interface Degradation {
  /** With `budget.degrade` empty, since the decision is made. */
  config: Config;
  limits: BudgetLimits;
  order: DegradeStep[];
  /** Applied; empty where the run fits as it is. */
  steps: SettingChange[];
  /** Skipped, since they save nothing of an exceeded limit. */
  idle: DegradeStep[];
  expected: { before: Cost; after: Cost };
  /** Whether the run is expected to fit its budget now. */
  fits: boolean;
}

/** See estimate.ts; `purposes` give the name of a model without a price. */
export type CostEstimator = (
  passages: readonly Passage[],
  config: Config,
) => Promise<Cost & Partial<Pick<RunEstimate, 'purposes'>>>;

/** @throws ConfigError where the budget is in dollars and the price of a model is unknown */
export async function degrade(
  config: Config,
  passages: readonly Passage[],
  estimate: CostEstimator,
): Promise<Degradation> {
  const { degrade: order, ...limits } = config.budget;
  const expect = async (variation: Config): Promise<State> => ({
    config: variation,
    cost: knownCost(await estimate(passages, variation), limits),
  });
  const start = await expect(config);
  const steps: SettingChange[] = [];
  const idle: DegradeStep[] = [];
  let state = start;
  for (const step of order) {
    if (fits(state, limits)) break;
    const settings = Object.fromEntries(
      Object.entries(settingsOf(step, state.config, passages)).filter(
        ([, value]) => reduced(value) !== value,
      ),
    );
    const taken = await leastReduction(state, { levels: levelsBelow(settings), expect, limits });
    if (taken === null) idle.push(step);
    else {
      state = taken.state;
      steps.push(...changesOf(step, settings, taken.level));
    }
  }
  return {
    config: { ...state.config, budget: { ...state.config.budget, degrade: [] } },
    ...{ limits, order, steps, idle },
    expected: { before: start.cost, after: state.cost },
    fits: fits(state, limits),
  };
}

interface State {
  config: Config;
  cost: Cost;
}

/** By path. */
type Settings = Readonly<Record<string, number | boolean>>;

function knownCost(estimate: Awaited<ReturnType<CostEstimator>>, limits: BudgetLimits): Cost {
  const { requests, inputTokens, outputTokens, usd, purposes = [] } = estimate;
  if (limits.usd !== undefined && usd === null) {
    const name = purposes.find((purpose) => purpose.usd === null)?.model ?? 'MODEL';
    throw new ConfigError(
      `budget.usd: the price of ${name} is not known, so budget.degrade cannot tell what the run costs; set prices."${name}" to {input: ..., output: ...} in dollars a million tokens`,
    );
  }
  return { requests, inputTokens, outputTokens, usd };
}

const fits = ({ cost }: State, limits: BudgetLimits): boolean =>
  exceededUnits(spendingOf(cost), limits).length === 0;

function settingsOf(step: DegradeStep, config: Config, passages: readonly Passage[]): Settings {
  const { verification } = config;
  switch (step) {
    case 'samples':
      return sampleSettings(config, passages);
    case 'draws': {
      const names = TASKS.filter((task) => verification[task]).map((task) => `${task}Draws` as const);
      return Object.fromEntries(names.map((name) => [`verification.${name}`, verification[name]]));
    }
    default:
      return { [`verification.${step}`]: verification[step] };
  }
}

/** The number of samples to draw where passages have none, and to use where they have some. */
function sampleSettings({ sampling }: Config, passages: readonly Passage[]): Settings {
  const given = passages.map(({ samples = [] }) => samples.length);
  const most = given.reduce((max, count) => Math.max(max, count), 0);
  return {
    ...(sampling.ask && given.includes(0) && { 'sampling.n': sampling.n }),
    ...(most > 0 && { 'sampling.limit': Math.min(most, sampling.limit) }),
  };
}

const reduced = (value: number | boolean): number | boolean =>
  typeof value === 'boolean' ? false : Math.min(value, Math.max(LEAST, Math.ceil(value / 2)));

/** `{n: 10, limit: 4}` gives `{n: 5, limit: 3}` and `{n: 3, limit: 3}`. */
function levelsBelow(settings: Settings): Settings[] {
  const entries = Object.entries(settings).map(([path, value]) => [path, reduced(value)] as const);
  if (entries.every(([path, value]) => value === settings[path])) return [];
  const next = Object.fromEntries(entries);
  return [next, ...levelsBelow(next)];
}

interface Reduction {
  level: Settings;
  state: State;
}

/** The first level that fits, or else the first that costs as little as the last; null where none saves anything. */
async function leastReduction(
  start: State,
  {
    levels,
    expect,
    limits,
  }: { levels: Settings[]; expect(config: Config): Promise<State>; limits: BudgetLimits },
): Promise<Reduction | null> {
  let least: Reduction | null = null;
  for (const level of levels) {
    const { state: best } = least ?? { state: start };
    const state = await expect(withSettings(start.config, level));
    const isEnough = fits(state, limits);
    if (isEnough || saves(state, best, limits)) least = { level, state };
    if (isEnough) break;
  }
  return least;
}

/** Whether the cost is lower for an exceeded limit, and not higher for any. */
function saves(state: State, before: State, limits: BudgetLimits): boolean {
  const [now, then] = [spendingOf(state.cost), spendingOf(before.cost)];
  return (
    limitedUnits(limits).every((unit) => now[unit] <= then[unit]) &&
    exceededUnits(then, limits).some((unit) => now[unit] < then[unit])
  );
}

const withSettings = (config: Config, settings: Settings): Config =>
  Object.entries(settings).reduce<unknown>(
    (changed, [path, value]) => mergeValues(changed, nest(path.split('.'), value)),
    config,
  ) as Config;

function changesOf(step: DegradeStep, from: Settings, to: Settings): SettingChange[] {
  return Object.entries(from).flatMap(([path, value]) => {
    const next = to[path] ?? value;
    return next === value ? [] : [{ step, path, from: value, to: next }];
  });
}
