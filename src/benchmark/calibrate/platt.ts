/**
 * Platt scaling: logistic regression of the gold label on the support F (Platt 1999).
 *
 *   p(F) = 1 / (1 + exp(−(slope · F + intercept)))
 *   minimises −Σ t log p + (1 − t) log(1 − p)
 *   t = (N₊ + 1) / (N₊ + 2) for hallucinated items, 1 / (N₋ + 2) for factual ones
 *
 * The smoothed targets keep the minimum finite where the classes can be separated. Newton's method with
 * backtracking (Lin, Lin & Weng 2007) on standardised scores, so that the scale of F does not matter. More support
 * never means more risk: where the data say otherwise, the slope is 0, the best of those allowed.
 */
import type { SupportItem } from './items.ts';
import type { Calibrator } from '../../scoring/scoring-schema.ts';

const STEPS = 100;
/** Smallest share of the loss that a step must promise, for a line search to measure it in floating point. */
const TOO_SMALL_TO_SEE = 1e-12;

export function fitPlatt(items: readonly SupportItem[]): Calibrator {
  const { center, scale } = standardisation(items.map(({ score }) => score));
  const targets = targetsOf(items);
  const level = logit(targets.reduce((sum, target) => sum + target, 0) / targets.length);
  const flat: Calibrator = { method: 'platt', slope: 0, intercept: level };
  if (scale === 0) return flat;
  const xs = items.map(({ score }) => (score - center) / scale);
  const [slope, intercept] = minimise(xs, targets, [0, level]);
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

type Line = readonly [number, number];

function minimise(xs: readonly number[], targets: readonly number[], start: Line): Line {
  let line = start;
  for (let step = 0; step < STEPS; step++) {
    const { direction, descent } = newtonStep(xs, targets, line);
    const loss = lossOf(xs, targets, line);
    if (descent < TOO_SMALL_TO_SEE * (1 + loss)) return along(line, direction, 1);
    let length = 1;
    while (lossOf(xs, targets, along(line, direction, length)) > loss - 1e-4 * length * descent) length /= 2;
    line = along(line, direction, length);
  }
  return line;
}

const along = (line: Line, direction: Line, length: number): Line => [
  line[0] + length * direction[0],
  line[1] + length * direction[1],
];

/** Σ log(1 + exp(z)) − t·z, written so that no exponential overflows. */
function lossOf(xs: readonly number[], targets: readonly number[], [slope, intercept]: Line): number {
  return xs.reduce((sum, x, index) => {
    const z = slope * x + intercept;
    return sum + Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - (targets[index] as number) * z;
  }, 0);
}

/** −H⁻¹ g, and by how much the loss falls in that direction; the ridge keeps H invertible where every p is near 0 or 1. */
function newtonStep(xs: readonly number[], targets: readonly number[], [slope, intercept]: Line) {
  const ridge = 1e-12;
  let [gSlope, gIntercept] = [0, 0];
  let [hSlope, hBoth, hIntercept] = [ridge, 0, ridge];
  xs.forEach((x, index) => {
    const p = 1 / (1 + Math.exp(-(slope * x + intercept)));
    const error = p - (targets[index] as number);
    const curvature = p * (1 - p);
    gSlope += error * x;
    gIntercept += error;
    hSlope += curvature * x * x;
    hBoth += curvature * x;
    hIntercept += curvature;
  });
  const determinant = hSlope * hIntercept - hBoth * hBoth;
  const direction: Line = [
    -(hIntercept * gSlope - hBoth * gIntercept) / determinant,
    -(hSlope * gIntercept - hBoth * gSlope) / determinant,
  ];
  return { direction, descent: -(gSlope * direction[0] + gIntercept * direction[1]) };
}
