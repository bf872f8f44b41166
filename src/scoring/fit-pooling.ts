/**
 * Weights of the pooling in log odds (log-odds.ts) from labelled facts, by logistic regression with a ridge:
 *
 *   minimise  Σ_i ln(1 + exp(−y_i z_i)) + λ/2 Σ_k w_k²,   z_i = b + Σ_k w_k x_ik,   w_k = 0 or w_k ≥ .1
 *
 * y_i is 1 for a right fact and −1 for a wrong one, x_ik the log odds of its part k, 0 where that is missing. The
 * ridge shrinks the weight of an uninformative part towards 0. A part of a smaller weight, or a negative one, is dropped
 * and the others are fitted again: one that tells next to nothing would still count as evidence wherever there is no other.
 * b has no ridge.
 */

/** λ: about as much as one fact at log odds of 1. */
const RIDGE = 1;
const LEAST_WEIGHT = 0.1;
const STEPS = 50;
const ENOUGH = 1e-9;

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
  let active = Array.from({ length: parts }, (_, index) => index);
  for (;;) {
    const fitted = newton(facts, active);
    const least = active.reduce<number | null>((found, part, index) => {
      const weight = fitted[index + 1] as number;
      const before = found === null ? LEAST_WEIGHT : (fitted[active.indexOf(found) + 1] as number);
      return weight < before ? part : found;
    }, null);
    if (least === null) {
      const weights = Array.from({ length: parts }, (_, part) => {
        const index = active.indexOf(part);
        return index < 0 ? 0 : (fitted[index + 1] as number);
      });
      return { weights, prior: fitted[0] as number };
    }
    active = active.filter((part) => part !== least);
  }
}

/** b, then a weight for each active part. */
function newton(facts: readonly LabelledOdds[], active: readonly number[]): number[] {
  const size = active.length + 1;
  const rows = facts.map(({ odds, isRight }) => ({
    x: [1, ...active.map((part) => odds[part] as number)],
    y: isRight ? 1 : 0,
  }));
  let weights = Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    // a small ridge on b keeps it finite where all facts have one label
    const gradient = weights.map((weight, index) => -(index === 0 ? 1e-3 : RIDGE) * weight);
    const hessian = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? (row === 0 ? 1e-3 : RIDGE) : 0)),
    );
    for (const { x, y } of rows) {
      const z = x.reduce((sum, value, index) => sum + value * (weights[index] as number), 0);
      const p = 1 / (1 + Math.exp(-z));
      for (let row = 0; row < size; row++) {
        const own = x[row] as number;
        gradient[row] = (gradient[row] as number) + (y - p) * own;
        const line = hessian[row] as number[];
        for (let column = 0; column < size; column++)
          line[column] = (line[column] as number) + p * (1 - p) * own * (x[column] as number);
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, index) => weight + (change[index] as number));
    if (Math.max(...change.map(Math.abs)) < ENOUGH) break;
  }
  return weights;
}

/** Gaussian elimination with partial pivoting; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((line, index) => [...line, vector[index] as number]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, line) =>
        Math.abs(line[column] as number) > Math.abs(best[column] as number) ? line : best,
      );
    const at = rows.indexOf(pivot);
    [rows[column], rows[at]] = [pivot, rows[column] as number[]];
    for (let row = column + 1; row < size; row++) {
      const line = rows[row] as number[];
      const share = (line[column] as number) / (pivot[column] as number);
      for (let index = column; index <= size; index++)
        line[index] = (line[index] as number) - share * (pivot[index] as number);
    }
  }
  const solution = Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    const line = rows[row] as number[];
    const known = solution.reduce(
      (sum, value, index) => (index > row ? sum + value * (line[index] as number) : sum),
      0,
    );
    solution[row] = ((line[size] as number) - known) / (line[row] as number);
  }
  return solution;
}
