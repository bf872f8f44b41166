/** Dot product of two vectors of equal length: for unit vectors, such as embeddings, their cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  if (left.length !== right.length) {
    throw new RangeError(`dot product of vectors of length ${left.length} and ${right.length}`);
  }
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number);
  return sum;
}

/** Cosine similarity of two vectors of equal length, in [−1, 1]; 0 when one of them is the zero vector. */
export const cosine = (left: Float32Array, right: Float32Array): number =>
  cosineOf(measured(left), measured(right));

/** A vector with what would be computed again for each that it is compared with. */
export interface Measured {
  vector: Float32Array;
  /** Its dot product with itself. */
  square: number;
  /** Euclidean lengths of what is left of it from each block of components on. */
  rests: Float64Array;
}

/** Components. */
const BLOCK = 64;

export function measured(vector: Float32Array): Measured {
  const rests = new Float64Array(Math.ceil(vector.length / BLOCK));
  let sum = 0;
  for (let index = vector.length - 1; index >= 0; index--) {
    sum += (vector[index] as number) ** 2;
    if (index % BLOCK === 0) rests[index / BLOCK] = Math.sqrt(sum);
  }
  return { vector, square: dot(vector, vector), rests };
}

/** {@link cosine} */
export function cosineOf(one: Measured, other: Measured): number {
  const norms = Math.sqrt(one.square * other.square);
  return norms === 0 ? 0 : Math.max(-1, Math.min(1, dot(one.vector, other.vector) / norms));
}

/** Whether the cosine can be above a threshold, see {@link canExceed}. */
export function cosineCanExceed(one: Measured, other: Measured, threshold: number): boolean {
  const norms = Math.sqrt(one.square * other.square);
  return norms === 0 || canExceed(one, other, threshold * norms);
}

/** As a share of the lengths: far more than sums in another order differ by. */
const ROUNDING = 1e-9;

/**
 * Whether the dot product of two vectors can be above `least`. Most that are not near are told apart by their first
 * blocks: what the others add is at most the product of their lengths (Cauchy–Schwarz). False is certain, true is not.
 */
export function canExceed(one: Measured, other: Measured, least: number): boolean {
  const [left, right] = [one.vector, other.vector];
  if (left.length !== right.length || left.length === 0) return true;
  const limit = least - ROUNDING * (one.rests[0] as number) * (other.rests[0] as number);
  let sum = 0;
  for (let block = 0; block < one.rests.length; block++) {
    if (sum + (one.rests[block] as number) * (other.rests[block] as number) <= limit) return false;
    const end = Math.min((block + 1) * BLOCK, left.length);
    // two sums at once: a processor need not wait for the one before it adds to the other
    let beside = 0;
    let index = block * BLOCK;
    for (; index + 1 < end; index += 2) {
      sum += (left[index] as number) * (right[index] as number);
      beside += (left[index + 1] as number) * (right[index + 1] as number);
    }
    if (index < end) sum += (left[index] as number) * (right[index] as number);
    sum += beside;
  }
  return sum > limit;
}
