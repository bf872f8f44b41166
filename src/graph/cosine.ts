/** Dot product of two vectors of equal length: for unit vectors, such as embeddings, their cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  if (left.length !== right.length) {
    throw new RangeError(`dot product of vectors of length ${left.length} and ${right.length}`);
  }
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number);
  return sum;
}

/**
 * {@link dot} with many others. Components that are 0 in `left`, as most of a lexical vector are, are skipped; the
 * sum is bitwise the same.
 */
export function dotWith(left: Float32Array): (right: Float32Array) => number {
  const [places, own]: [number[], number[]] = [[], []];
  for (let place = 0; place < left.length; place++) {
    const component = left[place] as number;
    if (component === 0) continue;
    places.push(place);
    own.push(component);
  }
  return (right) => {
    let sum = 0;
    for (let index = 0; index < places.length; index++)
      sum += (own[index] as number) * (right[places[index] as number] as number);
    return sum;
  };
}

/** Cosine similarity of two vectors of equal length, in [−1, 1]; 0 when one of them is the zero vector. */
export const cosine = (left: Float32Array, right: Float32Array): number =>
  cosineOf(measured(left), measured(right));

/** A vector with values reused in each comparison. */
export interface Measured {
  vector: Float32Array;
  /** Its dot product with itself. */
  square: number;
}

export const measured = (vector: Float32Array): Measured => ({ vector, square: dot(vector, vector) });

/** The vector at length 1; the zero vector stays zero. */
export function unitOf({ vector, square }: Measured): Float32Array {
  if (square === 0) return vector;
  const length = Math.sqrt(square);
  const unit = new Float32Array(vector.length);
  for (let index = 0; index < vector.length; index++) unit[index] = (vector[index] as number) / length;
  return unit;
}

/** {@link cosine} */
export function cosineOf(one: Measured, other: Measured): number {
  const norms = Math.sqrt(one.square * other.square);
  return norms === 0 ? 0 : Math.max(-1, Math.min(1, dot(one.vector, other.vector) / norms));
}
