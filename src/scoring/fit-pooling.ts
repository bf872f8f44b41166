/**
 * Weights of the pooling in log odds (log-odds.ts) from labelled facts, by logistic regression with a ridge:
 *
 *   minimise  Σ_i ln(1 + exp(−y_i z_i)) + λ/2 Σ_k w_k²,   z_i = b + Σ_k w_k x_ik,   w_k = 0 or w_k ≥ .1
 *
 * y_i is 1 for a right fact and −1 for a wrong one, x_ik the log odds of its part k, 0 where that is missing. The
 * ridge shrinks the weight of an uninformative part towards 0. A part of a smaller weight, or a negative one, is dropped
 * and the others are fitted again: one that tells next to nothing would still count as evidence wherever there is no other.
 * b has next to no ridge.
 */
import { fitLogistic } from '../statistics/logistic-regression.ts';

/** λ: about as much as one fact at log odds of 1. */
const RIDGE = 1;
const LEAST_WEIGHT = 0.1;
/** Of b: keeps it finite where all facts have one label. */
const RIDGE_OF_PRIOR = 1e-3;

export interface LabelledOdds {
  /** One per part, in the same order for all facts. */
  odds: readonly number[];
  isRight: boolean;
}

export interface FittedPooling {
  weights: number[];
  prior: number;
}

/** @returns weights 0 and the base rate where no part is informative */
export function fitPooling(facts: readonly LabelledOdds[], parts: number): FittedPooling {
  let active = [...Array(parts).keys()];
  for (;;) {
    const [prior, ...fitted] = fitActive(facts, active);
    const least = Math.min(...fitted);
    if (least >= LEAST_WEIGHT) {
      const weightOf = (part: number) => fitted[active.indexOf(part)] ?? 0;
      return { weights: Array.from({ length: parts }, (_, part) => weightOf(part)), prior };
    }
    active = active.filter((_, index) => index !== fitted.indexOf(least));
  }
}

/** b, then a weight for each active part. */
function fitActive(facts: readonly LabelledOdds[], active: readonly number[]): [number, ...number[]] {
  const rows = facts.map(({ odds, isRight }) => ({
    x: [1, ...active.map((part) => odds[part] as number)],
    target: Number(isRight),
  }));
  return fitLogistic(rows, [RIDGE_OF_PRIOR, ...active.map(() => RIDGE)]) as [number, ...number[]];
}
