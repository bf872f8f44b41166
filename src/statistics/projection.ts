/**
 * Vectors projected to the plane by principal component analysis (Pearson 1901) of the vectors at length 1, so that
 * distance reflects cosine, the similarity the method uses. Equal vectors give equal points.
 */
import { randomFor } from '../common/random.ts';

export type Point = [x: number, y: number];
type Vector = readonly number[];

/** Power iterations; directions of nearly equal variance would need more, without a visible difference. */
const STEPS = 200;

/** @param vectors all of one length @returns one point per vector, in order; deterministic */
export function project(vectors: readonly Vector[]): Point[] {
  const centred = aroundMean(vectors.map(normalised));
  const first = direction(centred, []);
  const second = direction(centred, [first]);
  return centred.map((row) => [dot(row, first), dot(row, second)]);
}

/** The direction of largest variance orthogonal to others, by power iteration; zeros where nothing varies. */
function direction(rows: readonly Vector[], others: readonly Vector[]): Vector {
  const random = randomFor(others.length, 'projection');
  let own: Vector = (rows[0] ?? []).map(() => random() - 0.5);
  for (let step = 0; step < STEPS; step++) {
    const next = own.map(() => 0);
    for (const row of rows) {
      const share = dot(row, own);
      row.forEach((value, index) => {
        next[index] = (next[index] as number) + share * value;
      });
    }
    own = normalised(others.reduce<Vector>((left, other) => minus(left, other, dot(left, other)), next));
  }
  return own;
}

function aroundMean(rows: readonly Vector[]): Vector[] {
  const mean = (rows[0] ?? []).map(
    (_, index) => rows.reduce((sum, row) => sum + (row[index] as number), 0) / rows.length,
  );
  return rows.map((row) => minus(row, mean, 1));
}

const dot = (left: Vector, right: Vector): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] as number), 0);

const minus = (left: Vector, right: Vector, share: number): Vector =>
  left.map((value, index) => value - share * (right[index] as number));

/** Rounding gives a constant vector a length of about 1e-16, which counts as 0. */
function normalised(vector: Vector): Vector {
  const length = Math.hypot(...vector);
  return vector.map((value) => (length < 1e-12 ? 0 : value / length));
}
