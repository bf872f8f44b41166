/**
 * Reduces a run until it is expected to fit its budget (`budget.degrade`): decided once, before the first request,
 * from the estimate of a dry run, so that equal input gives equal runs whatever the calls cost.
 *
 * The steps are taken in the order stated, each on top of those before, until the estimate is within every limit.
 * `samples` and `draws` come in levels, each half of the one before, rounded up, and none below 3 (10, 5, 3); a task
 * is on or off. Within a step the least reduction is taken that makes the run fit, or else that saves as much as the
 * last level does; a step that saves nothing of an exceeded limit (fewer draws where requests are limited and one
 * request returns all draws) is skipped. Where the whole list is not enough, the run continues as far as the budget
 * allows and ends with status `budget`, to be resumed. It is not refused, since the estimate may be wrong and
 * finished records are kept. A service that returns one answer per request although n are requested takes more
 * requests than expected, unless the configuration says so (`multipleChoices: no`).
 *
 * What this means for scores. A task that is switched off is a missing part, as in the ablations: its value is null
 * for the reason `disabled`, and its weight goes to the other parts in proportion (scoring/weighted-sum.ts),
 *
 *   F = Σ_present w_k s_k ÷ Σ_present w_k,
 *
 * so scores keep their scale and fixed thresholds hold, but rest on fewer parts: without `head` the ranking is that
 * of −HEQA. Fewer samples or draws leave every part, as a coarser share: n samples give C_i / n steps of 1 / n. The
 * raw C_i of Eq. 2 (`scoring.consistency: raw`) lies in −n ... n and shrinks with n; thresholds taken from the run
 * itself follow it, fixed ones do not.
 */
import { type DegradeStep, LEAST } from '../config/degrade-order.ts';
import { mergeValues, nest } from '../config/layers.ts';
import type { Config } from '../config/schema.ts';
import { ConfigError } from '../errors.ts';
import { type BudgetLimits, exceededUnits, limitedUnits, spendingOf } from '../models/budget/budget.ts';
import { type Passage, TASKS } from '../passage.ts';
import type { Cost, RunEstimate } from '../detector/estimate/estimate.ts';

/** One setting before and after. */
export interface SettingChange {
  step: DegradeStep;
  /** Where it stands in the configuration, with dots. */
  path: string;
  /** Of `sampling.limit`, where no passage brings so many samples, the most that one brings. */
  from: number | boolean;
  to: number | boolean;
}

export interface Degradation {
  /** With `budget.degrade` empty, since the decision is made. */
  config: Config;
  limits: BudgetLimits;
  /** The possible steps. */
  order: DegradeStep[];
  /** In the order in which they were made; empty where the run fits as it is. */
  steps: SettingChange[];
  /** Steps that were tried and skipped, since they would save nothing of an exceeded limit. */
  idle: DegradeStep[];
  expected: { before: Cost; after: Cost };
  /** Whether the run is expected to fit its budget now. */
  fits: boolean;
}

/** The expected cost of passages, see estimate.ts; with its parts, for the name of a model without a price. */
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
    const settings = reducible(step, state.config, passages);
    const taken = await leastReduction(state, { levels: levelsBelow(settings), expect, limits });
    if (taken === null) idle.push(step);
    else {
      state = taken.state;
      steps.push(...changesOf(step, settings, taken.level));
    }
  }
  return {
    config: { ...state.config, budget: { ...state.config.budget, degrade: [] } },
    limits,
    order,
    steps,
    idle,
    expected: { before: start.cost, after: state.cost },
    fits: fits(state, limits),
  };
}

interface State {
  config: Config;
  cost: Cost;
}

/** Values by path. */
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

/** The settings a step reduces; empty where there is nothing to reduce. */
function reducible(step: DegradeStep, config: Config, passages: readonly Passage[]): Settings {
  const settings = settingsOf(step, config, passages);
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => reduced(value) !== value));
}

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

/** Samples to draw, where passages bring none, and samples to use, where they do. */
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

/** The first level that fits, or else the first that costs what the last one does; null where none saves anything. */
async function leastReduction(
  start: State,
  {
    levels,
    expect,
    limits,
  }: { levels: Settings[]; expect: (config: Config) => Promise<State>; limits: BudgetLimits },
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

/** Whether it costs less of an exceeded limit, and no more under any limit. */
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
