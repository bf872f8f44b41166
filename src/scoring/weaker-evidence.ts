/**
 * The two kinds of evidence that decide on a fact by themselves, where a model was asked: what samples say of it (as
 * the model reads them, see fact-score.ts), and S_t, which tail the model under evaluation chooses when it is hidden.
 * Each finds errors that the other misses: samples repeat a false belief that the model no longer chooses among
 * options; it chooses the right value where its samples happen to vary. So the weaker of the two counts.
 */
import type { Components } from '../passage.ts';
import { NOTHING_SAID } from './fact-score.ts';
import type { Weights } from './weighted-sum.ts';

/** The minimum of the informative scores; ½ where none is informative, null without any. */
export function weakestOf(scores: readonly (number | null)[]): number | null {
  const present = scores.filter((score) => score !== null);
  const speaking = present.filter((score) => score !== NOTHING_SAID);
  if (speaking.length > 0) return Math.min(...speaking);
  return present.length > 0 ? NOTHING_SAID : null;
}

/** The score of a fact by the weighted ones of both; null where neither has a weight. */
export const weakerOf = (components: Components, weights: Weights): number | null =>
  weakestOf(DECIDING.map((name) => (weights[name] > 0 ? components[name].value : null)));

export const canDecide = (weights: Weights): boolean => DECIDING.some((name) => weights[name] > 0);

const DECIDING = ['stated', 'tail'] as const;

/** The parts with both replaced by the weaker one, so that Eq. 3 gives it the weights of both. */
export function withWeaker(components: Components, weights: Weights): Components {
  const value = weakerOf(components, weights);
  if (value === null) return components;
  const weaker = { value, reason: null };
  return { ...components, stated: weaker, tail: weaker };
}
