/** What a search may change: the declared `tune.space`, checked, or a default for the components at hand. */
import { checkConfig } from '../../config/check-config.ts';
import { nest } from '../../config/layers.ts';
import type { Config } from '../../config/schema.ts';
import { ConfigError } from '../../errors.ts';
import { COMPONENTS, type Component } from '../../passage.ts';
import { COMBINATIONS, FAMILY_NAMES, isOfFamily } from '../../scoring/families.ts';
import type { Cuts } from '../../statistics/best-threshold.ts';
import { type Setting, SHARES, type Share } from './setting.ts';

export type Value = string | number | boolean;
export type NumberDimension = { min: number; max: number } | readonly number[];

export interface Space {
  weights: Partial<Record<Component, NumberDimension>>;
  shares: Partial<Record<Share, NumberDimension>>;
  passage?: readonly Setting['passage'][];
  passageOf?: readonly Setting['passageOf'][];
  combine?: readonly Setting['combine'][];
  consistency?: readonly Setting['consistency'][];
  conflictVote?: readonly boolean[];
  rule?: readonly Setting['threshold']['rule'][];
  /** Fixed thresholds on support: fitted to the training passages, but for the triple threshold of flaggedShare. */
  passageThreshold?: NumberDimension;
  tripleThreshold?: NumberDimension;
  k?: NumberDimension;
  /** Settings that change the components without a model call: the values to compare anew with, by path. */
  comparison: Readonly<Record<string, readonly Value[]>>;
}

type Declared = NonNullable<Config['tune']['space']>;

/** Any threshold: where they may lie when nothing is said. */
const ANYWHERE = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
/** A share of 1 would leave nothing of what an item says itself. */
const SHARE = { min: 0, max: 0.9 };

/**
 * The weights of the components that have values, the shares, mean or min over triples, where families of components
 * meet if there are several, and the thresholds of the rule in force. `flaggedShare` is left out: it has few distinct
 * values and stands or falls with one threshold.
 */
export function defaultSpace(present: readonly Component[], { threshold }: Config['scoring']): Space {
  const thresholds =
    threshold.rule === 'fixed'
      ? { passageThreshold: ANYWHERE, tripleThreshold: ANYWHERE }
      : { k: { min: -2, max: 4 } };
  return {
    weights: Object.fromEntries(present.map((name) => [name, { min: 0, max: 1 }])),
    shares: Object.fromEntries(SHARES.map((name) => [name, SHARE])),
    passage: ['mean', 'min'],
    ...(familiesOf(present).length > 1 && { combine: COMBINATIONS }),
    ...thresholds,
    comparison: {},
  };
}

const familiesOf = (present: readonly Component[]) =>
  FAMILY_NAMES.filter((family) => present.some((name) => isOfFamily(name, family)));

/** Settings whose other values follow from the recorded triples. */
const COMPARISON =
  /^(consistency\.\w+|encoder\.(kind|initialiser|layers|activation|inverseEdges|bases|hidden|neighbourWeight)|graph\.\w+)$/;
/** Settings whose other values need the models asked, or the texts embedded, again. */
const NEEDS_MODELS =
  /^(models|sampling|segmentation|prompts|verification|embedder|agreement|reference|uncertainty|nli)\b/;

/**
 * @throws ConfigError for a setting that cannot be tuned, and why
 */
export function readSpace(declared: Declared, base: Config): Space {
  const space: Space = { weights: {}, shares: {}, comparison: {} };
  const comparison: Record<string, readonly Value[]> = {};
  for (const [path, dimension] of Object.entries(declared)) {
    refuseModelCalls(path, base);
    if (COMPARISON.test(path)) comparison[path] = listOf(path, dimension, base);
    else addScoring(space, path, dimension, base);
  }
  return { ...space, comparison };
}

function refuseModelCalls(path: string, base: Config): void {
  const isVerified = path.startsWith('graph.') && base.verification.by === 'llm';
  if (!NEEDS_MODELS.test(path) && !isVerified) return;
  throw new ConfigError(
    `tune.space: ${path}: other values cannot be had from the records, since models have to be asked again; record a run for each value and give all of them to tune`,
  );
}

function addScoring(space: Space, path: string, dimension: Declared[string], base: Config): void {
  const [group, name, part] = path.split('.');
  const component = COMPONENTS.find((one) => one === part);
  const share = SHARES.find((one) => path === `scoring.${one}`);
  if (group === 'scoring' && name === 'weights' && component) {
    space.weights[component] = numbersOf(path, dimension, base);
  } else if (share) space.shares[share] = numbersOf(path, dimension, base);
  else if (path === 'scoring.passage') space.passage = listOf(path, dimension, base);
  else if (path === 'scoring.passageOf') space.passageOf = listOf(path, dimension, base);
  else if (path === 'scoring.combine') space.combine = listOf(path, dimension, base);
  else if (path === 'scoring.consistency') space.consistency = listOf(path, dimension, base);
  else if (path === 'scoring.conflictVote') space.conflictVote = listOf(path, dimension, base);
  else if (path === 'scoring.threshold.rule') space.rule = listOf(path, dimension, base);
  else if (path === 'scoring.threshold.passage') space.passageThreshold = numbersOf(path, dimension, base);
  else if (path === 'scoring.threshold.triple') space.tripleThreshold = numbersOf(path, dimension, base);
  else if (path === 'scoring.threshold.k') space.k = numbersOf(path, dimension, base);
  else throw new ConfigError(`tune.space: ${path}: is not a setting that can be tuned`);
}

/** A range or a list of numbers that the configuration allows at `path`. */
function numbersOf(path: string, dimension: Declared[string], base: Config): NumberDimension {
  const values: readonly Value[] = isRange(dimension) ? [dimension.min, dimension.max] : dimension;
  if (isRange(dimension) && dimension.min > dimension.max) {
    throw new ConfigError(`tune.space: ${path}: min is above max`);
  }
  for (const value of values) check(path, value, base);
  return dimension as NumberDimension;
}

/** A list of values that the configuration allows at `path`. */
function listOf<T extends Value>(path: string, dimension: Declared[string], base: Config): readonly T[] {
  if (isRange(dimension)) throw new ConfigError(`tune.space: ${path}: expected a list of values`);
  for (const value of dimension) check(path, value, base);
  return dimension as readonly Value[] as readonly T[];
}

const isRange = (dimension: Declared[string]): dimension is { min: number; max: number } =>
  !Array.isArray(dimension);

/** Thresholds of either rule, and aggregations that need one of them, are checked under that rule. */
function check(path: string, value: Value, base: Config): void {
  const fixed = { rule: 'fixed', triple: 0.5, passage: 0.5 };
  const needed = path.endsWith('threshold.k') ? { rule: 'meanPlusVariance', k: 0 } : fixed;
  const threshold = path.endsWith('threshold.rule') ? RULES[String(value)] : needed;
  const layer = threshold && path.startsWith('scoring.') ? { scoring: { threshold } } : {};
  checkConfig([
    { name: 'run.json', values: base },
    { name: 'rule', values: layer },
    { name: 'tune.space', values: nest(path.split('.'), value) },
  ]);
}

const RULES: Record<string, object> = {
  fixed: { rule: 'fixed', triple: 0.5, passage: 0.5 },
  meanPlusVariance: { rule: 'meanPlusVariance', k: 0 },
};

/** A dimension of support as cuts on risk. */
export function cutsOf(dimension: NumberDimension | undefined): Cuts | undefined {
  if (dimension === undefined) return undefined;
  if ('min' in dimension) return { min: -dimension.max, max: -dimension.min };
  return dimension.map((value) => -value);
}

/** All combinations of the values of `comparison`, as lists of path and value; one empty list without any. */
export function combinations(comparison: Space['comparison']): [path: string, value: Value][][] {
  return Object.entries(comparison).reduce<[string, Value][][]>(
    (lists, [path, values]) =>
      lists.flatMap((list) => values.map((value): [string, Value][] => [...list, [path, value]])),
    [[]],
  );
}
