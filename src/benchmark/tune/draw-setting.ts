/** Settings to try: known ones, random ones, and ones near a good one. */

import { COMPONENTS, type Component } from '../../passage.ts';
import type { Random } from '../../random.ts';
import type { Weights } from '../../scoring/weighted-sum.ts';
import { normalised, rounded, type Setting, SHARES, type Share, weightsBy } from './setting.ts';
import type { NumberDimension, Space } from './space.ts';

export interface DrawContext {
  space: Space;
  /** Where the search begins; what is not in the space stays as it is there. */
  start: Setting;
  /** How many component sets there are. */
  setCount: number;
  random: Random;
}

/** Weights of head, relation, tail and consistency that the authors publish (paper, sensitivity table). */
const PUBLISHED = [
  [0.25, 0.1, 0.15, 0.5],
  [0.5, 0.2, 0.1, 0.2],
  [0.7, 0.1, 0.1, 0.1],
  [0.25, 0.5, 0.15, 0.1],
  [0.5, 0.1, 0.3, 0.1],
  [0.7, 0.15, 0.1, 0.05],
  [0.5, 0.2, 0.15, 0.15],
  [0.25, 0.3, 0.35, 0.1],
] as const;
const PUBLISHED_COMPONENTS: readonly Component[] = ['head', 'relation', 'tail', 'consistency'];

/**
 * The start, each free component alone, all of them alike, and the published weights where all four of theirs are
 * free; on every component set.
 */
export function knownSettings({ space, start, setCount }: DrawContext): Setting[] {
  const free = freeComponents(space);
  const corners = free.map((one) => weightsBy((name) => Number(name === one)));
  const alike = weightsBy((name) => Number(free.includes(name)));
  const published = PUBLISHED_COMPONENTS.every((name) => free.includes(name))
    ? PUBLISHED.map(publishedWeights)
    : [];
  const weightings = [
    start.weights,
    ...[...corners, alike, ...published].flatMap((one) => normalised(one) ?? []),
  ];
  return Array.from({ length: setCount }, (_, at) => (start.components + at) % setCount).flatMap(
    (components) => weightings.map((weights) => ({ ...start, components, weights })),
  );
}

const publishedWeights = (row: readonly number[]): Weights =>
  weightsBy((name) => row[PUBLISHED_COMPONENTS.indexOf(name)] ?? 0);

const freeComponents = ({ weights }: Space): Component[] =>
  COMPONENTS.filter((name) => weights[name] !== undefined);

/** A random setting of the space. */
export function drawSetting(context: DrawContext): Setting {
  const { space, start, setCount, random } = context;
  const number = (dimension: NumberDimension | undefined, own: number) =>
    dimension === undefined ? own : numberOf(dimension, random());
  const choice = <T>(values: readonly T[] | undefined, own: T) =>
    values === undefined ? own : pick(values, random);
  return allowed({
    ...start,
    components: Math.floor(random() * setCount),
    weights: drawWeights(context),
    consistency: choice(space.consistency, start.consistency),
    conflictVote: choice(space.conflictVote, start.conflictVote),
    ...sharesBy((name) => number(space.shares[name], start[name])),
    passage: choice(space.passage, start.passage),
    passageOf: choice(space.passageOf, start.passageOf),
    combine: choice(space.combine, start.combine),
    threshold: drawThreshold(context),
  });
}

/**
 * Shares of a Dirichlet distribution with all parameters 1 (exponential draws over their sum) over the free
 * components; every second draw leaves some out, since good settings are often sparse.
 */
function drawWeights({ space, start, random }: DrawContext): Weights {
  const isSparse = random() < 0.5;
  const shares = new Map(
    freeComponents(space).map(
      (name) => [name, isSparse && random() < 0.5 ? 0 : -Math.log(1 - random())] as const,
    ),
  );
  const sum = [...shares.values()].reduce((total, share) => total + share, 0);
  const weights = weightsBy((name) => {
    const dimension = space.weights[name];
    if (dimension === undefined) return start.weights[name];
    if (!('min' in dimension)) return pick(dimension, random);
    return numberOf(dimension, sum === 0 ? 0 : (shares.get(name) as number) / sum);
  });
  return normalised(weights) ?? start.weights;
}

function drawThreshold({ space, start, random }: DrawContext): Setting['threshold'] {
  const rule = space.rule === undefined ? start.threshold.rule : pick(space.rule, random);
  if (rule === 'meanPlusVariance') {
    const own = start.threshold.rule === rule ? start.threshold.k : 0;
    return { rule, k: space.k === undefined ? own : numberOf(space.k, random()) };
  }
  const own = start.threshold.rule === rule ? start.threshold : { rule, triple: 0.5, passage: 0.5 };
  return { ...own, triple: thresholdOf(space.tripleThreshold, own.triple, random) };
}

/** For `flaggedShare`; in an unlimited space, somewhere between no support and full support. */
function thresholdOf(dimension: NumberDimension | undefined, own: number, random: Random): number {
  if (dimension === undefined) return own;
  const isUnlimited = 'min' in dimension && !Number.isFinite(dimension.max - dimension.min);
  return numberOf(isUnlimited ? { min: 0, max: 1 } : dimension, random());
}

/** `share` in [0, 1] of the way through a dimension. */
function numberOf(dimension: NumberDimension, share: number): number {
  if ('min' in dimension) return rounded(dimension.min + share * (dimension.max - dimension.min));
  return dimension[Math.min(dimension.length - 1, Math.floor(share * dimension.length))] as number;
}

const pick = <T>(values: readonly T[], random: Random): T =>
  values[Math.floor(random() * values.length)] as T;

/** What a setting is made of beside its weights. */
export const PARTS = [
  'components',
  'consistency',
  'conflictVote',
  'passage',
  'passageOf',
  'combine',
  ...SHARES,
  'threshold',
] as const;

/** Parts that few spaces hold: where one does not, no step is spent on it. */
const OFTEN_FIXED: ReadonlySet<string> = new Set(['passageOf', 'combine']);

const sharesBy = (shareOf: (name: Share) => number) =>
  Object.fromEntries(SHARES.map((name) => [name, shareOf(name)])) as Record<Share, number>;

/** A share of flagged triples needs a fixed threshold. */
const allowed = (setting: Setting): Setting =>
  setting.passage === 'flaggedShare' && setting.threshold.rule !== 'fixed'
    ? { ...setting, passage: 'mean' }
    : setting;

/**
 * A setting near another: its weights moved along one component, or one other part taken from a new draw, or all of
 * it moved towards the start.
 *
 * @param step how far weights move, in (0, 1]
 */
export function nearbySetting(setting: Setting, step: number, context: DrawContext): Setting {
  const { space, start, random } = context;
  const free = freeComponents(space);
  const kind = random();
  if (kind < 0.2) return towards(setting, start, random());
  if (kind < 0.7 && free.length > 0) {
    const moved = pick(free, random);
    const change = (2 * random() - 1) * step;
    const weights = normalised(
      weightsBy((name) => Math.max(0, setting.weights[name] + (name === moved ? change : 0))),
    );
    return weights === null || !isInside(weights, space) ? setting : { ...setting, weights };
  }
  const drawn = drawSetting(context);
  const part = pick(
    PARTS.filter((name) => !OFTEN_FIXED.has(name) || space[name as keyof Space] !== undefined),
    random,
  );
  return allowed({ ...setting, [part]: drawn[part] });
}

function towards(setting: Setting, start: Setting, share: number): Setting {
  const blend = (from: number, to: number) => rounded(from + share * (to - from));
  const weights = normalised(weightsBy((name) => blend(setting.weights[name], start.weights[name])));
  return {
    ...setting,
    weights: weights ?? setting.weights,
    ...sharesBy((name) => blend(setting[name], start[name])),
  };
}

/** Whether no weight of a declared list or range left it. */
const isInside = (weights: Weights, space: Space): boolean =>
  COMPONENTS.every((name) => {
    const dimension = space.weights[name];
    if (dimension === undefined) return true;
    return 'min' in dimension
      ? weights[name] <= dimension.max && weights[name] >= dimension.min
      : dimension.includes(weights[name]);
  });
