/**
 * Logistic regression with a ridge, by Newton's method with backtracking (Lin, Lin & Weng 2007):
 *
 *   minimise  Σ_i ln(1 + exp(z_i)) − t_i z_i + ½ Σ_k λ_k w_k²,   z_i = Σ_k w_k x_ik
 *
 * t_i in [0, 1] is the target of row i: 1 or 0 for a label, in between for a smoothed one.
 */

export interface LogisticRow {
  x: readonly number[];
  target: number;
}

const STEPS = 100;
/** Smallest share of the loss that a step must promise, for a line search to measure it in floating point. */
const TOO_SMALL_TO_SEE = 1e-12;

/**
 * w, one for each λ.
 *
 * @param ridge λ, above 0: a tiny one keeps the Hessian invertible where every probability is near 0 or 1
 * @param start default: zeros
 */
export function fitLogistic(
  rows: readonly LogisticRow[],
  ridge: readonly number[],
  start: readonly number[] = ridge.map(() => 0),
): number[] {
  let weights = [...start];
  for (let step = 0; step < STEPS; step++) {
    const { direction, descent } = newtonStep(rows, ridge, weights);
    const loss = lossOf(rows, ridge, weights);
    if (descent < TOO_SMALL_TO_SEE * (1 + loss)) return along(weights, direction, 1);
    let length = 1;
    while (lossOf(rows, ridge, along(weights, direction, length)) > loss - 1e-4 * length * descent)
      length /= 2;
    weights = along(weights, direction, length);
  }
  return weights;
}

const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] as number), 0);

const along = (weights: readonly number[], direction: readonly number[], length: number): number[] =>
  weights.map((weight, index) => weight + length * (direction[index] as number));

/** With ln(1 + exp(z)) written so that no exponential overflows. */
function lossOf(rows: readonly LogisticRow[], ridge: readonly number[], weights: readonly number[]): number {
  const ofRidge = weights.reduce((sum, weight, index) => sum + (ridge[index] as number) * weight ** 2, 0) / 2;
  return rows.reduce((sum, { x, target }) => {
    const z = dot(x, weights);
    return sum + Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - target * z;
  }, ofRidge);
}

/** −H⁻¹ g, and by how much the loss falls in that direction. */
function newtonStep(rows: readonly LogisticRow[], ridge: readonly number[], weights: readonly number[]) {
  const gradient = weights.map((weight, index) => (ridge[index] as number) * weight);
  const hessian = ridge.map((own, row) => ridge.map((_, column) => (row === column ? own : 0)));
  for (const { x, target } of rows) {
    const p = 1 / (1 + Math.exp(-dot(x, weights)));
    for (const [row, line] of hessian.entries()) {
      const own = x[row] as number;
      gradient[row] = (gradient[row] as number) + (p - target) * own;
      for (const [column, value] of line.entries())
        line[column] = value + p * (1 - p) * own * (x[column] as number);
    }
  }
  const direction = solve(
    hessian,
    gradient.map((value) => -value),
  );
  return { direction, descent: -dot(gradient, direction) };
}

/** Gauss–Jordan elimination; the matrix is positive definite, so that no pivot has to be looked for. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((line, index) => [...line, vector[index] as number]);
  for (const [column, pivot] of rows.entries()) {
    for (const line of rows) {
      if (line === pivot) continue;
      const share = (line[column] as number) / (pivot[column] as number);
      for (const [index, value] of pivot.entries()) line[index] = (line[index] as number) - share * value;
    }
  }
  return rows.map((line, index) => (line.at(-1) as number) / (line[index] as number));
}
