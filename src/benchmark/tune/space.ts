/** What a search may vary: the declared `tune.space`, validated, or a default for the recorded components. */
import { checkConfig } from '../../config/check-config.ts';
import { nest } from '../../config/layers.ts';
import type { Config } from '../../config/schema.ts';
import { ConfigError } from '../../errors.ts';
import { COMPONENTS, type Component } from '../../passage.ts';
import type { Cuts } from '../../statistics/best-threshold.ts';
import { RULES } from './setting.ts';

export type Value = string | number | boolean;
export type Dimension = { min: number; max: number } | readonly Value[];

export interface Space {
  /**
   * By path in the scoring: `weights.head`, `passage`, `threshold.k`. Fixed thresholds on support are fitted to the
   * training passages.
   */
  scoring: Readonly<Record<string, Dimension>>;
  /** Values of settings that change the components without a model call, by path. */
  comparison: Readonly<Record<string, readonly Value[]>>;
}

type Declared = NonNullable<Config['tune']['space']>;

/** Unbounded thresholds, where the configuration declares none. */
const ANYWHERE = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
/** At a share of 1 an item's own score would not count. */
const SHARE = { min: 0, max: 0.9 };

/**
 * The weights of the components with values, the shares, mean or min over triples, and the thresholds of the rule in force.
 */
export function defaultSpace(present: readonly Component[], { threshold }: Config['scoring']): Space {
  const thresholds: Space['scoring'] =
    threshold.rule === 'fixed'
      ? { 'threshold.passage': ANYWHERE, 'threshold.triple': ANYWHERE }
      : { 'threshold.k': { min: -2, max: 4 } };
  return {
    scoring: {
      ...Object.fromEntries(present.map((name) => [`weights.${name}`, { min: 0, max: 1 }])),
      ...{ context: SHARE, claimContext: SHARE, wholeSentence: SHARE },
      passage: ['mean', 'min'],
      ...thresholds,
    },
    comparison: {},
  };
}

/** Settings whose other values follow from the recorded triples. */
const COMPARISON =
  /^(consistency\.\w+|encoder\.(kind|initialiser|layers|activation|inverseEdges|hidden|neighbourWeight)|graph\.\w+)$/;
/** Settings whose other values need model calls or embeddings. */
const NEEDS_MODELS =
  /^(models|sampling|segmentation|prompts|verification|embedder|agreement|reference|uncertainty|nli)\b/;

/** Paths of the scoring that take numbers, and those with a list of values. */
const NUMBERS = new RegExp(
  `^(weights\\.(${COMPONENTS.join('|')})|context|claimContext|wholeSentence|threshold\\.(passage|triple|k))$`,
);
const CHOICES = /^(passage|passageOf|consistency|threshold\.rule)$/;

/** @throws ConfigError for a setting that cannot be tuned, and why */
export function readSpace(declared: Declared, base: Config): Space {
  const scoring: Record<string, Dimension> = {};
  const comparison: Record<string, readonly Value[]> = {};
  for (const [path, dimension] of Object.entries(declared)) {
    const own = path.replace(/^scoring\./, '');
    const isScoring = own !== path;
    refuseModelCalls(path, base);
    if (COMPARISON.test(path)) comparison[path] = listOf(path, dimension, base);
    else if (isScoring && NUMBERS.test(own)) scoring[own] = checked(path, dimension, base);
    else if (isScoring && CHOICES.test(own)) scoring[own] = listOf(path, dimension, base);
    else throw new ConfigError(`tune.space: ${path}: is not a setting that can be tuned`);
  }
  return { scoring, comparison };
}

function refuseModelCalls(path: string, base: Config): void {
  const isVerified = path.startsWith('graph.') && base.verification.by === 'llm';
  if (!NEEDS_MODELS.test(path) && !isVerified) return;
  throw new ConfigError(
    `tune.space: ${path}: other values cannot be had from the records, since models have to be asked again; record a run for each value and give all of them to tune`,
  );
}

/** Values, or a range, within what the configuration allows at `path`. */
function checked<T extends Dimension>(path: string, dimension: T, base: Config): T {
  if (isRange(dimension) && dimension.min > dimension.max) {
    throw new ConfigError(`tune.space: ${path}: min is above max`);
  }
  const values = isRange(dimension) ? [dimension.min, dimension.max] : (dimension as readonly Value[]);
  for (const value of values) check(path, value, base);
  return dimension;
}

function listOf(path: string, dimension: Dimension, base: Config): readonly Value[] {
  if (isRange(dimension)) throw new ConfigError(`tune.space: ${path}: expected a list of values`);
  return checked(path, dimension, base);
}

export const isRange = (dimension: Dimension): dimension is { min: number; max: number } =>
  !Array.isArray(dimension);

/** Thresholds of either rule, and aggregations that need one of them, are checked under that rule. */
function check(path: string, value: Value, base: Config): void {
  const other = path.endsWith('threshold.k') ? 'meanPlusVariance' : 'fixed';
  const threshold = RULES[path.endsWith('threshold.rule') ? (value as typeof other) : other];
  const layer = threshold && path.startsWith('scoring.') ? { scoring: { threshold } } : {};
  checkConfig([
    { name: 'run.json', values: base },
    { name: 'rule', values: layer },
    { name: 'tune.space', values: nest(path.split('.'), value) },
  ]);
}

/** A range of support as cuts on risk. */
export function cutsOf(dimension: Dimension | undefined): Cuts | undefined {
  if (dimension === undefined) return undefined;
  if (isRange(dimension)) return { min: -dimension.max, max: -dimension.min };
  return dimension.map((value) => -Number(value));
}

/** All combinations of the values of `comparison`, as lists of path and value; one empty list without any. */
export function combinations(comparison: Space['comparison']): [path: string, value: Value][][] {
  return Object.entries(comparison).reduce<[string, Value][][]>(
    (lists, [path, values]) =>
      lists.flatMap((list) => values.map((value): [string, Value][] => [...list, [path, value]])),
    [[]],
  );
}
