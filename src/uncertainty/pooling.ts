/** Pools the values of an entity's tokens: f of RHD (DRAD, Su et al. 2024, §3.1). */

export type Pooling = 'mean' | 'min' | 'max' | 'product' | 'sum' | 'first';

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const RULES: Readonly<Record<Pooling, (values: readonly number[]) => number>> = {
  mean: (values) => total(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  product: (values) => values.reduce((product, value) => product * value, 1),
  sum: total,
  first: (values) => values[0] as number,
};

/**
 * The pooled value; null without values. For non-negative values every rule is monotone, so pooled bounds are bounds
 * of the pooled value.
 */
export const pool = (values: readonly number[], pooling: Pooling): number | null =>
  values.length === 0 ? null : RULES[pooling](values);
