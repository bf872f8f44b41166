/**
 * The score of a triple (paper Eq. 3, extended by the parts beside it):
 *
 *   F = Σ_k w_k · s_k ÷ Σ_k w_k,   k over head (S_h), relation (S_r), tail (S_t), consistency (C), support, ...
 *
 * over the parts that have a value. With weights that sum to 1, as the published ones do, and all parts present this
 * is Eq. 3 to the letter. The paper does not say what a missing part does: here its weight goes to the others in
 * proportion, so that a refused question neither raises nor lowers a score. Nor do weights that sum to something else,
 * so that parts can be added to a preset without leaving the scale of its thresholds.
 */
import { COMPONENTS, type Component, type Components, FAMILIES } from '../passage.ts';

export type Weights = Readonly<Record<Component, number>>;

/** F, or null when no part with a weight above 0 has a value. */
export function weightedSum(components: Components, weights: Weights): number | null {
  let present = 0;
  let sum = 0;
  for (const name of COMPONENTS) {
    const weight = weights[name];
    const { value } = components[name];
    if (value === null) continue;
    present += weight;
    sum += weight * value;
  }
  return present === 0 ? null : sum / present;
}

/** F with one score in place of all zero-resource parts, weighing what they weigh together. */
export function withOtherFamilies(
  score: number | null,
  components: Components,
  weights: Weights,
): number | null {
  const parts = (names: readonly Component[]) => names.filter((name) => weights[name] > 0);
  const others = parts([...FAMILIES.reference, ...FAMILIES.tokens]);
  const rows = [
    { weight: parts(FAMILIES.zeroResource).reduce((sum, name) => sum + weights[name], 0), value: score },
    ...others.map((name) => ({ weight: weights[name], value: components[name].value })),
  ].filter(({ weight, value }) => weight > 0 && value !== null);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0
    ? null
    : rows.reduce((sum, { weight, value }) => sum + weight * (value as number), 0) / total;
}

/**
 * A triple read in the light of its passage: F'_i = (1 − β) F_i + β · mean_j F_j over the scored triples.
 *
 * @param share β in [0, 1]; 0 leaves the scores as they are
 */
export function withContext(scores: readonly (number | null)[], share: number): (number | null)[] {
  const average = mean(scores);
  return scores.map((score) =>
    score === null || average === null ? null : (1 - share) * score + share * average,
  );
}

/** Mean of the values present, or null when there is none. */
export function mean(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}
