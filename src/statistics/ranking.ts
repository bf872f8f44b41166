/**
 * Ranking metrics: the quality of the order of the items, independent of a threshold.
 *
 * ROC-AUC   P(s⁺ > s⁻) + ½ P(s⁺ = s⁻) for a random positive s⁺ and a random negative s⁻ (Mann–Whitney).
 * AP        Σ_k (R_k − R_{k−1}) · P_k over the distinct scores from high to low, P_k and R_k the precision and recall
 *           when everything at or above the k-th score is called positive. Ties enter together, so the order of
 *           equal scores does not matter. The expected AP of a constant score is the base rate.
 *
 * Both take item weights: TP, FP and class sizes are sums of weights.
 */
import {
  defined,
  type Metric,
  NO_POSITIVES,
  ONE_CLASS,
  once,
  type ScoredItem,
  type Statistic,
  undefinedBecause,
} from './metric.ts';

interface Ranking {
  /** Position in the ranking -> position in the input. */
  order: Int32Array;
  /** 1 where the item is a positive one. */
  positive: Uint8Array;
  /** 1 where the position is the last of its score. */
  endsTie: Uint8Array;
}

/** @throws RangeError for a score that is NaN: items without a score must be removed before */
function rank(items: readonly ScoredItem[]): Ranking {
  const order = Int32Array.from(items.keys());
  const scoreAt = (index: number) => (items[index] as ScoredItem).score;
  order.sort((left, right) => scoreAt(right) - scoreAt(left));
  const scores = Array.from(order, scoreAt);
  if (scores.some(Number.isNaN)) throw new RangeError('ranking: a score is NaN');
  return {
    order,
    positive: Uint8Array.from(order, (index) => Number((items[index] as ScoredItem).positive)),
    endsTie: Uint8Array.from(scores, (score, position) => Number(score !== scores[position + 1])),
  };
}

/** Calls `visit` with the weight of positives and negatives at each distinct score, from high to low. */
function forEachTie(
  { order, positive, endsTie }: Ranking,
  weights: ArrayLike<number>,
  visit: (positives: number, negatives: number) => void,
): void {
  let positives = 0;
  let negatives = 0;
  for (let position = 0; position < order.length; position++) {
    const weight = weights[order[position] as number] as number;
    if (positive[position]) positives += weight;
    else negatives += weight;
    if (!endsTie[position]) continue;
    visit(positives, negatives);
    positives = 0;
    negatives = 0;
  }
}

/** The number of positives and negatives at each distinct score, from high to low, and of all items. */
function tiesOf(items: readonly ScoredItem[]) {
  const ties: { positives: number; negatives: number }[] = [];
  forEachTie(rank(items), once(items.length), (positives, negatives) => {
    ties.push({ positives, negatives });
  });
  const positives = ties.reduce((sum, tie) => sum + tie.positives, 0);
  return { ties, positives, negatives: items.length - positives };
}

/** ROC-AUC in [0, 1], .5 = chance; not defined with one class only. */
export function rocAucStatistic(items: readonly ScoredItem[]): Statistic {
  const ranking = rank(items);
  return (weights) => {
    let positivesAbove = 0;
    let allNegatives = 0;
    let concordant = 0;
    forEachTie(ranking, weights, (positives, negatives) => {
      concordant += negatives * (positivesAbove + positives / 2);
      positivesAbove += positives;
      allNegatives += negatives;
    });
    const pairs = positivesAbove * allNegatives;
    return pairs === 0 ? undefinedBecause(ONE_CLASS) : defined(concordant / pairs);
  };
}

/** Average precision of the positive class in [0, 1]; not defined without a positive. */
export function averagePrecisionStatistic(items: readonly ScoredItem[]): Statistic {
  const ranking = rank(items);
  return (weights) => {
    let truePositives = 0;
    let called = 0;
    let sum = 0;
    forEachTie(ranking, weights, (positives, negatives) => {
      truePositives += positives;
      called += positives + negatives;
      if (positives > 0) sum += positives * (truePositives / called);
    });
    return truePositives === 0 ? undefinedBecause(NO_POSITIVES) : defined(sum / truePositives);
  };
}

/** The other class as the positive one: labels swapped, scores negated (factual AP of the SelfCheckGPT paper). */
export const reversed = (items: readonly ScoredItem[]): ScoredItem[] =>
  items.map(({ score, positive }) => ({ score: -score, positive: !positive }));

export const rocAuc = (items: readonly ScoredItem[]): Metric => rocAucStatistic(items)(once(items.length));

export const averagePrecision = (items: readonly ScoredItem[]): Metric =>
  averagePrecisionStatistic(items)(once(items.length));

/** (false alarm rate, recall), from (0, 0) to (1, 1); empty unless both classes are there. */
export function rocPoints(items: readonly ScoredItem[]): [number, number][] {
  const { ties, positives, negatives } = tiesOf(items);
  if (positives === 0 || negatives === 0) return [];
  let [found, alarms] = [0, 0];
  const points = ties.map((tie): [number, number] => {
    found += tie.positives;
    alarms += tie.negatives;
    return [alarms / negatives, found / positives];
  });
  return [[0, 0], ...points];
}

/** (recall, precision) after each distinct score. */
export function precisionRecall(items: readonly ScoredItem[]): [number, number][] {
  const { ties, positives, negatives } = tiesOf(items);
  if (positives === 0 || negatives === 0) return [];
  let [found, called] = [0, 0];
  return ties.map((tie) => {
    found += tie.positives;
    called += tie.positives + tie.negatives;
    return [found / positives, found / called];
  });
}
