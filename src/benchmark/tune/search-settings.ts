/**
 * The search of one training set: known settings, then random draws, then steps around the best of them.
 *
 * The winner is not the highest value: among the settings within `tolerance` standard errors of it, the one nearest to
 * the start is taken, so that nothing is changed for a gain that folds do not show. Then every choice that makes no
 * difference goes back to the start.
 */
import type { Random } from '../../random.ts';
import { type DrawContext, drawSetting, knownSettings, nearbySetting, PARTS } from './draw-setting.ts';
import type { Evaluate, Evaluation } from './evaluate-setting.ts';
import { distance, type Setting } from './setting.ts';
import type { Space } from './space.ts';

export interface SearchInput {
  space: Space;
  start: Setting;
  setCount: number;
  evaluate: Evaluate;
  /** Settings tried, the known ones included. */
  trials: number;
  /** In standard errors of the best value. */
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

/** The start with value null where the objective is defined for no setting. */
export function search(input: SearchInput): Found {
  const { start, trials, evaluate, tolerance } = input;
  const tried = tryAll(input);
  const best = bestOf(tried);
  if (best === null || best.value === null) return { setting: start, value: null, standardError: 0 };
  const bar = best.value - tolerance * best.standardError;
  const near = tried
    .filter(({ value }) => value !== null && value >= bar)
    .reduce(
      (nearest, one) => (distanceFrom(start, one) < distanceFrom(start, nearest) ? one : nearest),
      best,
    );
  return trials > 1 ? withoutIdleChanges(near, start, evaluate) : near;
}

const distanceFrom = (start: Setting, { setting }: Found): number => distance(setting, start);

function tryAll(input: SearchInput): Found[] {
  const { trials, evaluate, random } = input;
  const context: DrawContext = input;
  const tried: Found[] = [];
  const attempt = (setting: Setting) => tried.push({ setting, ...evaluate(setting) });
  knownSettings(context).slice(0, trials).forEach(attempt);
  while (tried.length < RANDOM_SHARE * trials) attempt(drawSetting(context));
  let best = bestOf(tried);
  const steps = trials - tried.length;
  for (let step = 0; step < steps && best !== null; step++) {
    const size = STEPS.first * (STEPS.last / STEPS.first) ** (step / steps);
    attempt(nearbySetting(best.setting, size, { ...context, random }));
    best = bestOf([best, tried.at(-1) as Found]);
  }
  return tried;
}

/** The first of those with the highest value. */
const bestOf = (found: readonly Found[]): Found | null =>
  found.reduce<Found | null>(
    (best, one) => (one.value !== null && (best?.value == null || one.value > best.value) ? one : best),
    null,
  );

function withoutIdleChanges(found: Found, start: Setting, evaluate: Evaluate): Found {
  return PARTS.reduce<Found>((current, name) => {
    if (current.setting[name] === start[name]) return current;
    const setting = { ...current.setting, [name]: start[name] };
    if (setting.passage === 'flaggedShare' && setting.threshold.rule !== 'fixed') return current;
    const reverted = { setting, ...evaluate(setting) };
    return reverted.value !== null && reverted.value >= (current.value as number) ? reverted : current;
  }, found);
}
