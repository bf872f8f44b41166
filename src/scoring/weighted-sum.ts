/**
 * The score of a triple (paper Eq. 3, extended by the parts beside it):
 *
 *   F = Σ_k w_k · s_k ÷ Σ_k w_k,   k over head (S_h), relation (S_r), tail (S_t), consistency (C), support, ...
 *
 * With weights that sum to 1, as the published ones do, and all parts present this is Eq. 3 to the letter. The paper
 * leaves missing parts open. Here a missing part gets, in its own range [a_k, b_k], the relative position u of the
 * others in theirs:
 *
 *   u = Σ_present w_k (s_k − a_k) ÷ Σ_present w_k (b_k − a_k)      F = Σ_k w_k (a_k + u (b_k − a_k)) ÷ Σ_k w_k
 *
 * so F keeps its range whatever is missing, and a refused question does not change a score. Where all ranges are [0,
 * 1] that gives the weight of a missing part to the others. C alone has another: see `RANGES`.
 */
import { type ConsistencyScale, PUBLISHED_SAMPLES } from '../consistency/consistency-score.ts';
import { COMPONENTS, type Component, type Components, FAMILIES } from '../passage.ts';
import { mean } from '../statistics/summary.ts';

export type Weights = Readonly<Record<Component, number>>;

export const weightsBy = (weightOf: (name: Component) => number): Weights =>
  Object.fromEntries(COMPONENTS.map((name) => [name, weightOf(name)])) as Weights;

type Range = readonly [least: number, most: number];

/** Of C, by how it is counted; that of every other part is [0, 1]. */
const RANGES: Readonly<Record<ConsistencyScale, Range>> = {
  raw: [-PUBLISHED_SAMPLES, PUBLISHED_SAMPLES],
  mean: [-1, 1],
};

const rangeOf = (name: Component, consistency: ConsistencyScale): Range =>
  name === 'consistency' ? RANGES[consistency] : [0, 1];

/** F, or null when no part with a weight above 0 has a value. */
export function weightedSum(
  components: Components,
  weights: Weights,
  consistency: ConsistencyScale,
): number | null {
  // loops without arrays: a search for weights spends nearly all of its time here
  let [total, sum, gained, extent] = [0, 0, 0, 0];
  let isWhole = true;
  for (const name of COMPONENTS) {
    const weight = weights[name];
    if (!(weight > 0)) continue;
    total += weight;
    const { value } = components[name];
    isWhole &&= value !== null;
    if (value === null) continue;
    const [least, most] = rangeOf(name, consistency);
    sum += weight * value;
    gained += weight * (value - least);
    extent += weight * (most - least);
  }
  if (extent === 0) return null;
  if (isWhole) return sum / total;
  const standing = gained / extent;
  let filled = 0;
  for (const name of COMPONENTS) {
    const [least, most] = rangeOf(name, consistency);
    if (weights[name] > 0) filled += weights[name] * (least + standing * (most - least));
  }
  return filled / total;
}

/** F with one score in place of all zero-resource parts, with their total weight. */
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
 * A triple in the context of its passage: F'_i = (1 − β) F_i + β · mean_j F_j over the scored triples.
 *
 * @param share β in [0, 1]; 0 leaves the scores as they are
 */
export function withContext(scores: readonly (number | null)[], share: number): (number | null)[] {
  const average = mean(scores);
  return scores.map((score) =>
    score === null || average === null ? null : (1 - share) * score + share * average,
  );
}
