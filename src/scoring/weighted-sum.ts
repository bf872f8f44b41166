/**
 * The score of a triple (paper Eq. 3, extended by the parts beside it):
 *
 *   F = Σ_k w_k · s_k ÷ Σ_k w_k,   k over head (S_h), relation (S_r), tail (S_t), consistency (C), support, ...
 *
 * With weights that sum to 1, as the published ones do, and all parts present this is Eq. 3 to the letter. The paper
 * does not say what a missing part does. Here it takes, in its own range [a_k, b_k], the standing u that the others
 * have in theirs:
 *
 *   u = Σ_present w_k (s_k − a_k) ÷ Σ_present w_k (b_k − a_k)      F = Σ_k w_k (a_k + u (b_k − a_k)) ÷ Σ_k w_k
 *
 * so F keeps its range, whatever is missing, and a refused question neither raises nor lowers a score. Where all
 * ranges are [0, 1] that gives the weight of a missing part to the others. C alone has another: see `RANGES`.
 */
import { PUBLISHED_SAMPLES } from '../consistency/consistency-score.ts';
import { COMPONENTS, type Component, type Components, FAMILIES } from '../passage.ts';
import { mean } from '../statistics/summary.ts';

export type Weights = Readonly<Record<Component, number>>;

type Range = readonly [least: number, most: number];

/** Of C, by how it is counted; that of every other part is [0, 1]. */
const RANGES: Readonly<Record<'raw' | 'mean', Range>> = {
  raw: [-PUBLISHED_SAMPLES, PUBLISHED_SAMPLES],
  mean: [-1, 1],
};

/** F, or null when no part with a weight above 0 has a value. */
export function weightedSum(
  components: Components,
  weights: Weights,
  consistency: 'raw' | 'mean',
): number | null {
  const parts = COMPONENTS.filter((name) => weights[name] > 0).map((name) => {
    const [least, most] = name === 'consistency' ? RANGES[consistency] : [0, 1];
    return { weight: weights[name], value: components[name].value, least, extent: most - least };
  });
  const total = sumOf(parts, ({ weight }) => weight);
  const present = parts.filter(({ value }) => value !== null);
  if (present.length === 0) return null;
  if (present.length === parts.length)
    return sumOf(parts, ({ weight, value }) => weight * (value as number)) / total;
  const standing =
    sumOf(present, ({ weight, value, least }) => weight * ((value as number) - least)) /
    sumOf(present, ({ weight, extent }) => weight * extent);
  return sumOf(parts, ({ weight, least, extent }) => weight * (least + standing * extent)) / total;
}

const sumOf = <Row>(rows: readonly Row[], term: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + term(row), 0);

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
