/**
 * The search on one training set: known settings, then random draws, then steps around the best of them.
 *
 * The winner is not the highest value: among the settings within `tolerance` standard errors of it, the one nearest
 * to the start is taken, so that no change is made for a gain that folds do not confirm. Then every choice without
 * effect is reset to the start.
 */
import { COMPONENTS } from '../../passage.ts';
import type { Random } from '../../common/random.ts';
import { weightsBy } from '../../scoring/weighted-sum.ts';
import { distance, normalised, rounded, type Setting, withValue } from './setting.ts';
import { type Dimension, isRange, type Space } from './space.ts';

export interface Evaluation {
  /** Mean over the folds in which the objective is defined; null where it is defined in none. */
  value: number | null;
  /** Of that mean; 0 for a single fold. */
  standardError: number;
}

export interface SearchInput {
  space: Space;
  /** Its values are kept where the space does not vary them. */
  start: Setting;
  setCount: number;
  evaluate: (setting: Setting) => Evaluation;
  /** Settings tried, the known ones included. */
  trials: number;
  /** How far below the best, in standard errors, a setting nearer to the start is preferred. */
  tolerance: number;
  random: Random;
}

export interface Found extends Evaluation {
  setting: Setting;
}

/** Share of the trials that are random; the others step around the best. */
const RANDOM_SHARE = 0.6;
/** How far weights move, from the first step to the last. */
const STEPS = { first: 0.3, last: 0.02 };

/** The start with value null where the objective is undefined for all settings. */
export function search(input: SearchInput): Found {
  const { start, trials, tolerance } = input;
  const tried = tryAll(input);
  const best = bestOf(tried);
  if (best === null || best.value === null) return { setting: start, value: null, standardError: 0 };
  const bar = best.value - tolerance * best.standardError;
  const near = tried
    .filter(({ value }) => value !== null && value >= bar)
    .map((found) => ({ found, far: distance(found.setting, start) }))
    .reduce((nearest, one) => (one.far < nearest.far ? one : nearest)).found;
  return trials > 1 ? withoutIdleChanges(near, input) : near;
}

function tryAll(input: SearchInput): Found[] {
  const { trials, evaluate } = input;
  const tried: Found[] = [];
  const attempt = (setting: Setting) => tried.push({ setting, ...evaluate(setting) });
  knownSettings(input).slice(0, trials).forEach(attempt);
  while (tried.length < RANDOM_SHARE * trials) attempt(drawSetting(input));
  let best = bestOf(tried);
  const steps = trials - tried.length;
  for (let step = 0; step < steps && best !== null; step++) {
    attempt(nearbySetting(best.setting, STEPS.first * (STEPS.last / STEPS.first) ** (step / steps), input));
    best = bestOf([best, tried.at(-1) as Found]);
  }
  return tried;
}

const bestOf = (found: readonly Found[]): Found | null =>
  found.reduce<Found | null>(
    (best, one) => (one.value !== null && (best?.value == null || one.value > best.value) ? one : best),
    null,
  );

function withoutIdleChanges(found: Found, { start, evaluate }: SearchInput): Found {
  const parts = Object.keys(start).filter((name) => name !== 'weights') as (keyof Setting)[];
  return parts.reduce<Found>((current, name) => {
    const setting = { ...current.setting, [name]: start[name] };
    if (current.setting[name] === start[name]) return current;
    const reverted = { setting, ...evaluate(setting) };
    return reverted.value !== null && reverted.value >= (current.value as number) ? reverted : current;
  }, found);
}

type DrawInput = Pick<SearchInput, 'space' | 'start' | 'setCount' | 'random'>;

/** The start, each free component alone, and equal weights; on every component set. */
export function knownSettings({ space, start, setCount }: DrawInput): Setting[] {
  const free = freeComponents(space);
  const corners = free.map((one) => weightsBy((name) => Number(name === one)));
  const alike = weightsBy((name) => Number(free.includes(name)));
  const weightings = [start.weights, ...[...corners, alike].flatMap((one) => normalised(one) ?? [])];
  return Array.from({ length: setCount }, (_, at) => (start.components + at) % setCount).flatMap(
    (components) => weightings.map((weights) => ({ ...start, components, weights })),
  );
}

const freeComponents = ({ scoring }: Space) => COMPONENTS.filter((name) => `weights.${name}` in scoring);

/**
 * A random setting of the space; every second draw leaves out some components, since good settings are often sparse.
 */
export function drawSetting({ space, start, setCount, random }: DrawInput): Setting {
  const components = Math.floor(random() * setCount);
  const isSparse = random() < 0.5;
  const drawn = partsOf(space).reduce<Setting>(
    (setting, [path, dimension]) => withValue(setting, path, pointIn(dimension, random())),
    { ...start, components },
  );
  const weights = weightsBy((name) => {
    const dimension = space.scoring[`weights.${name}`];
    if (dimension === undefined) return start.weights[name];
    return Number(pointIn(dimension, isSparse && random() < 0.5 ? 0 : random()));
  });
  return { ...drawn, weights: normalised(weights) ?? start.weights };
}

/**
 * The dimensions drawn beside weights; the threshold rule first, since others depend on it. Fixed thresholds are
 * fitted instead.
 */
function partsOf({ scoring }: Space): [path: string, dimension: Dimension][] {
  return Object.entries(scoring)
    .filter(([path]) => !/^(weights\.|threshold\.(passage|triple)$)/.test(path))
    .sort(([one], [other]) => Number(other === 'threshold.rule') - Number(one === 'threshold.rule'));
}

/** The point at `share` in [0, 1) of a dimension; an unbounded one runs from no support to full support. */
function pointIn(dimension: Dimension, share: number) {
  if (!isRange(dimension)) return dimension[Math.floor(share * dimension.length)];
  const { min, max } = Number.isFinite(dimension.max - dimension.min) ? dimension : { min: 0, max: 1 };
  return rounded(min + share * (max - min));
}

const pick = <T>(values: readonly T[], random: Random): T =>
  values[Math.floor(random() * values.length)] as T;

/**
 * A setting near another: its weights moved along one component, or one other part taken from a new draw.
 *
 * @param step how far weights move, in (0, 1]
 */
export function nearbySetting(setting: Setting, step: number, input: DrawInput): Setting {
  const { space, setCount, random } = input;
  const free = freeComponents(space);
  const parts = [...(setCount > 1 ? [null] : []), ...partsOf(space)];
  if (free.length > 0 && (parts.length === 0 || random() < 0.6)) {
    return { ...setting, weights: movedWeights(setting, step, input) };
  }
  const part = pick(parts, random);
  return part === null || part === undefined
    ? { ...setting, components: Math.floor(random() * setCount) }
    : withValue(setting, part[0], pointIn(part[1], random()));
}

function movedWeights({ weights }: Setting, step: number, { space, random }: DrawInput) {
  const moved = pick(freeComponents(space), random);
  const dimension = space.scoring[`weights.${moved}`] as Dimension;
  const share = random();
  const value = isRange(dimension)
    ? Math.min(dimension.max, Math.max(dimension.min, weights[moved] + (2 * share - 1) * step))
    : Number(pointIn(dimension, share));
  return normalised({ ...weights, [moved]: value }) ?? weights;
}
