/**
 * From risk to a decision: above T an item is called non-factual. One protocol serves all methods of a table.
 *
 *   own              what the method itself calls an item: by its labels where more than a score makes them, else by
 *                    its own T; for a method without one, mean-variance with k = 0
 *   mean-variance    T = µ − k·σ², µ and σ² the mean and the sample variance of the method's risk at this level. The
 *                    paper's T = µ + k·σ² is on support, which is −risk
 *   cross-validated  each fold of passages by the T that serves best on the other folds
 */
import { InputError } from '../errors.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { bestThreshold, type Objective } from '../statistics/best-threshold.ts';
import { fittedOnOthers } from '../statistics/folds.ts';
import type { ScoredLevelItem } from './level-items.ts';

export type ThresholdProtocol =
  | { rule: 'own' }
  | { rule: 'mean-variance'; k: number }
  | { rule: 'cross-validated'; folds: number; objective: Objective };

/** The origin of a method's threshold at a level. */
export interface ThresholdSource {
  /** On risk, above which an item is called non-factual; null without one, or where each fold has its own. */
  threshold: number | null;
  thresholdRule: 'own' | 'mean-variance' | 'cross-validated' | 'all-positive' | 'none';
}

export interface Decisions extends ThresholdSource {
  predicted: boolean[];
}

type Item = Pick<ScoredLevelItem, 'score' | 'positive' | 'unit'> & Partial<Pick<ScoredLevelItem, 'flagged'>>;

/**
 * @param own the method's own threshold on risk at this level, null without one
 * @param seed of the folds
 * @throws InputError for fewer than two folds
 */
export function decide(
  items: readonly Item[],
  protocol: ThresholdProtocol,
  { own, seed }: { own: number | null; seed: number },
): Decisions {
  switch (protocol.rule) {
    case 'cross-validated':
      return crossValidated(items, { ...protocol, seed });
    case 'mean-variance':
      return above(items, meanVariance(items, protocol.k), 'mean-variance');
    case 'own':
      return own === null ? above(items, meanVariance(items, 0), 'mean-variance') : asLabelled(items, own);
  }
}

const above = (
  items: readonly Item[],
  threshold: number | null,
  thresholdRule: Decisions['thresholdRule'],
): Decisions => ({
  predicted: items.map(({ score }) => threshold !== null && score > threshold),
  threshold,
  thresholdRule,
});

function asLabelled(items: readonly Item[], own: number): Decisions {
  const { predicted, ...rest } = above(items, own, 'own');
  return { predicted: items.map(({ flagged }, index) => flagged ?? (predicted[index] as boolean)), ...rest };
}

function meanVariance(items: readonly Item[], k: number): number | null {
  const supports = items.map(({ score }) => -score);
  const thresholds = thresholdsOf({ rule: 'meanPlusVariance', k }, supports);
  return thresholds && -thresholds.passage;
}

function crossValidated(
  items: readonly Item[],
  { folds, objective, seed }: { folds: number; objective: Objective; seed: number },
): Decisions {
  if (!Number.isInteger(folds) || folds < 2)
    throw new InputError(`cross-validation needs 2 folds, not ${folds}`);
  const thresholds = fittedOnOthers(items, { seed, folds }, (others) => bestThreshold(others, objective));
  const predicted = items.map(({ score }, index) => {
    const threshold = thresholds[index] ?? null;
    return threshold !== null && score > threshold;
  });
  return { predicted, threshold: null, thresholdRule: 'cross-validated' };
}
