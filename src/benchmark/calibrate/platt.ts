/**
 * Platt scaling: logistic regression of the gold label on the support F (Platt 1999).
 *
 *   p(F) = 1 / (1 + exp(−(slope · F + intercept)))
 *   minimises −Σ t log p + (1 − t) log(1 − p)
 *   t = (N₊ + 1) / (N₊ + 2) for hallucinated items, 1 / (N₋ + 2) for factual ones
 *
 * The smoothed targets keep the minimum finite where the classes can be separated. Fitted on standardised scores, so
 * that the scale of F does not matter. More support never means more risk: where the data say otherwise, the slope is 0,
 * the best of those allowed.
 */
import type { SupportItem } from './items.ts';
import type { Calibrator } from '../../scoring/scoring-schema.ts';
import { fitLogistic } from '../../statistics/logistic-regression.ts';

/** Next to none. */
const RIDGE = [1e-12, 1e-12];

export function fitPlatt(items: readonly SupportItem[]): Calibrator {
  const { center, scale } = standardisation(items.map(({ score }) => score));
  const targets = targetsOf(items);
  const level = logit(targets.reduce((sum, target) => sum + target, 0) / targets.length);
  const flat: Calibrator = { method: 'platt', slope: 0, intercept: level };
  if (scale === 0) return flat;
  const rows = items.map(({ score }, index) => ({
    x: [(score - center) / scale, 1],
    target: targets[index] as number,
  }));
  const [slope, intercept] = fitLogistic(rows, RIDGE, [0, level]) as [number, number];
  if (slope >= 0) return flat;
  return { method: 'platt', slope: slope / scale, intercept: intercept - (slope * center) / scale };
}

function targetsOf(items: readonly SupportItem[]): number[] {
  const positives = items.filter(({ positive }) => positive).length;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (items.length - positives + 2);
  return items.map(({ positive }) => (positive ? high : low));
}

const logit = (share: number): number => Math.log(share / (1 - share));

/** Mean and standard deviation; scale 0 where all scores are equal. */
function standardisation(scores: readonly number[]): { center: number; scale: number } {
  const center = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - center) ** 2, 0) / scores.length;
  const isConstant = scores.every((score) => score === scores[0]);
  return { center, scale: isConstant ? 0 : Math.sqrt(variance) };
}
