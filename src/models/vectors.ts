/** Small vector arithmetic shared by the embedders. */

/** The vector at Euclidean length 1; the zero vector stays zero. @throws RangeError when a component is not finite */
export function normalised(vector: ArrayLike<number>): Float32Array {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number;
    if (!Number.isFinite(value)) throw new RangeError(`component ${i} of a vector is ${value}`);
    sum += value * value;
  }
  const length = Math.sqrt(sum);
  const unit = new Float32Array(vector.length);
  if (length > 0) for (let i = 0; i < vector.length; i++) unit[i] = (vector[i] as number) / length;
  return unit;
}

export const isBlank = (text: string): boolean => text.trim() === '';

/** The vectors of all texts, with zero vectors for blank ones. @param vectors of the others, in order */
export function withBlanks(
  texts: readonly string[],
  vectors: readonly Float32Array[],
  width: number,
): Float32Array[] {
  let next = 0;
  return texts.map((text) => (isBlank(text) ? new Float32Array(width) : (vectors[next++] as Float32Array)));
}
