/** One point of the search: a component set and its scoring. */
import { leafPaths, valueAt } from '../../config/layers.ts';
import { COMPONENTS, type Component } from '../../passage.ts';
import { type Weights, weightsBy } from '../../scoring/weighted-sum.ts';
import type { Scoring, ThresholdRule } from '../../scoring/scoring-schema.ts';

/** What ranks passages. `weights` sum to 1, so that settings are comparable by weight. */
export interface Setting extends Omit<Scoring, 'calibration' | 'unsure'> {
  /** Position among the component sets. */
  components: number;
}

/** Decimals of weights and shares, so that a tuned config file can be read. */
const STEP = 1000;

export const rounded = (value: number): number => Math.round(value * STEP) / STEP;

/** The scoring of a configuration with weights summing to 1, which changes no score. */
export function settingOf({ calibration: _, unsure: __, ...scoring }: Scoring, components: number): Setting {
  const sum = COMPONENTS.reduce((total, name) => total + scoring.weights[name], 0);
  if (sum === 0 || Math.abs(sum - 1) < 1e-9) return { ...scoring, components };
  return { ...scoring, components, weights: weightsBy((name) => scoring.weights[name] / sum) };
}

/** Divided by their sum and rounded, the largest absorbing the rounding error; null without a positive weight. */
export function normalised(weights: Weights): Weights | null {
  const sum = COMPONENTS.reduce((total, name) => total + weights[name], 0);
  if (!(sum > 0)) return null;
  const result: Record<Component, number> = { ...weightsBy((name) => rounded(weights[name] / sum)) };
  const largest = COMPONENTS.reduce((best, name) => (result[name] > result[best] ? name : best));
  const others = COMPONENTS.reduce((total, name) => (name === largest ? total : total + result[name]), 0);
  result[largest] = rounded(1 - others);
  return result;
}

/** The setting with another value at a path of the scoring; unchanged where its threshold rule has no such value. */
export function withValue(setting: Setting, path: string, value: unknown): Setting {
  const [group, name] = path.split('.') as ['weights' | 'threshold', string | undefined];
  if (name === undefined) return { ...setting, [group]: value };
  if (path === 'threshold.rule') {
    const rule = value as ThresholdRule['rule'];
    return rule === setting.threshold.rule ? setting : { ...setting, threshold: RULES[rule] };
  }
  return name in setting[group] ? { ...setting, [group]: { ...setting[group], [name]: value } } : setting;
}

/** A threshold of each rule, in which all its values stand. */
export const RULES: Readonly<Record<ThresholdRule['rule'], ThresholdRule>> = {
  fixed: { rule: 'fixed', triple: 0.5, passage: 0.5 },
  meanPlusVariance: { rule: 'meanPlusVariance', k: 0 },
};

/**
 * The distance of two settings: half the sum of the differences of their weights (0 to 1), the differences of their
 * shares, and 1 for each choice that differs. Thresholds follow from the rest and do not count, but their rule does.
 */
export function distance(left: Setting, right: Setting): number {
  const weights = COMPONENTS.reduce(
    (sum, name) => sum + Math.abs(left.weights[name] - right.weights[name]),
    0,
  );
  const flat = ({ weights: _, threshold: { rule }, ...rest }: Setting) => ({ ...rest, rule });
  const other: Record<string, unknown> = flat(right);
  return Object.entries(flat(left)).reduce((sum, [name, value]) => {
    const own = other[name];
    const isShare = name !== 'components' && typeof value === 'number' && typeof own === 'number';
    return sum + (isShare ? Math.abs(value - own) : Number(value !== own));
  }, weights / 2);
}

/** The settings of the scoring that differ, by path. */
export function changesOf(before: Setting, { components: _, ...after }: Setting) {
  return leafPaths(after)
    .map((path) => ({
      path: `scoring.${path.join('.')}`,
      from: valueAt(before, path),
      to: valueAt(after, path),
    }))
    .filter(({ from, to }) => from !== to);
}
