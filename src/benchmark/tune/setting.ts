/** One point of the search: a set of components and how they are scored. */
import { COMPONENTS, type Component } from '../../passage.ts';
import type { Scoring } from '../../scoring/verdict.ts';
import type { Weights } from '../../scoring/weighted-sum.ts';
import type { SweepSetting } from './sweep.ts';

/** `weights` sum to 1, so that settings can be compared weight by weight. */
export interface Setting extends Omit<Scoring, 'calibration'> {
  /** Position among the component sets. */
  components: number;
}

/** The settings that are shares in [0, 1]. */
export const SHARES = ['context', 'claimContext', 'wholeSentence'] as const;
export type Share = (typeof SHARES)[number];

/** Decimals of weights and shares, so that a tuned config file can be read. */
const STEP = 1000;

export const rounded = (value: number): number => Math.round(value * STEP) / STEP;

/** The scoring of a configuration with weights summing to 1, which changes no score. */
export function settingOf({ calibration: _, ...scoring }: Scoring, components: number): Setting {
  const sum = COMPONENTS.reduce((total, name) => total + scoring.weights[name], 0);
  if (sum === 0 || Math.abs(sum - 1) < 1e-9) return { ...scoring, components };
  return { ...scoring, components, weights: weightsBy((name) => scoring.weights[name] / sum) };
}

/** The scoring of a configuration; a calibration belongs to other scores and is left behind. */
export function scoringOf({ components: _, ...setting }: Setting): Omit<Scoring, 'calibration'> {
  return setting;
}

export function sweepSettingOf({ threshold, ...setting }: Setting): SweepSetting {
  return { ...setting, tripleThreshold: threshold.rule === 'fixed' ? threshold.triple : Number.NaN };
}

export function weightsBy(weightOf: (name: Component) => number): Weights {
  return Object.fromEntries(COMPONENTS.map((name) => [name, weightOf(name)])) as Record<Component, number>;
}

/** Divided by their sum and rounded, the largest taking up what rounding leaves; null without a positive weight. */
export function normalised(weights: Weights): Weights | null {
  const sum = COMPONENTS.reduce((total, name) => total + weights[name], 0);
  if (!(sum > 0)) return null;
  const result: Record<Component, number> = { ...weightsBy((name) => rounded(weights[name] / sum)) };
  const largest = COMPONENTS.reduce((best, name) => (result[name] > result[best] ? name : best));
  const others = COMPONENTS.reduce((total, name) => (name === largest ? total : total + result[name]), 0);
  result[largest] = rounded(1 - others);
  return result;
}

/**
 * How far two settings differ: half the sum of the differences of their weights (0 to 1), the differences of their
 * shares, and 1 for each choice that differs. Thresholds follow from the rest and do not count.
 */
export function distance(left: Setting, right: Setting): number {
  const weights = COMPONENTS.reduce(
    (sum, name) => sum + Math.abs(left.weights[name] - right.weights[name]),
    0,
  );
  const choices = [
    left.components !== right.components,
    left.consistency !== right.consistency,
    left.conflictVote !== right.conflictVote,
    left.passage !== right.passage,
    left.passageOf !== right.passageOf,
    left.combine !== right.combine,
    left.threshold.rule !== right.threshold.rule,
  ].filter(Boolean).length;
  const shares = SHARES.reduce((sum, name) => sum + Math.abs(left[name] - right[name]), 0);
  return weights / 2 + shares + choices;
}
