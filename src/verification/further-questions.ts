/**
 * Which facts are asked about blindly after their judgement, so that questions are spent where they can change a verdict:
 *
 *   undecided         1 − d < P < d, or nothing is known yet
 *   carries-verdict   no fact is below ½: the few that pass with the least margin, for one of them may be the error
 *   control           where something is asked at all: one of the decided facts, drawn by the seed
 *
 * d is the bound above which a probability counts as decided. With `all` every fact is asked about.
 */
import { randomFor, shuffled } from '../common/random.ts';
import type { AskedFor } from '../passage.ts';

export interface FactOdds {
  id: string;
  /** Probability that the fact is right so far; null where nothing is known. */
  probability: number | null;
}

export interface FurtherQuestions {
  ask: 'all' | 'undecided';
  /** d in [½, 1]. */
  decided: number;
  /** Facts that carry the verdict, at most. */
  carriers: number;
}

const CONTROLS = 1;

/** Whether a probability is between the bounds. */
export const isUndecided = (probability: number | null, decided: number): boolean =>
  probability === null || (probability > 1 - decided && probability < decided);

/** By id, why a fact is asked about; facts that are not asked about are missing. @param seed of the run, and what tells the passage */
export function factsToAsk(
  facts: readonly FactOdds[],
  { ask, decided, carriers }: FurtherQuestions,
  seed: readonly [number, ...string[]],
): Map<string, AskedFor> {
  if (ask === 'all') return new Map(facts.map(({ id }) => [id, 'all']));
  const reasons = new Map<string, AskedFor>();
  for (const { id, probability } of facts) {
    if (isUndecided(probability, decided)) reasons.set(id, 'undecided');
  }
  const passes = facts.every(({ probability }) => probability === null || probability >= 0.5);
  if (passes) {
    const byMargin = facts.toSorted((one, other) => (one.probability ?? 0) - (other.probability ?? 0));
    for (const { id } of byMargin.slice(0, carriers)) {
      if (!reasons.has(id)) reasons.set(id, 'carries-verdict');
    }
  }
  if (reasons.size === 0) return reasons;
  const rest = facts.filter(({ id }) => !reasons.has(id));
  const [first, ...others] = seed;
  for (const { id } of shuffled(rest, randomFor(first, ...others, 'controls')).slice(0, CONTROLS)) {
    reasons.set(id, 'control');
  }
  return reasons;
}
