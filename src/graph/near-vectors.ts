/**
 * Finds, among vectors of length 1, those whose dot product with another one can be above a bound, by few of their
 * components.
 *
 * As in searches for all pairs of similar sparse vectors (Bayardo, Ma and Srikant, WWW 2007), only the largest components
 * of the vector asked for are looked at: what the others can add is at most the product of the Euclidean lengths that they
 * have in the two vectors (Cauchy–Schwarz). First few of them, with 1 for that of the other vector, then more, as long as
 * the bound can be reached. Hashed words are uneven enough for a few dozen of 384 components to decide. Vectors lie in
 * blocks, component by component, so that those few are read in a row.
 */

/** Vectors per block; those of an incomplete block are all candidates. */
const BLOCK = 64;
/** Minimum distance of the skipped rest from the bound: with less, too many vectors become candidates. */
const MARGIN = 0.15;
/** The same for those that are near by these few. */
const NARROW_MARGIN = 0.5;
/** Components between two looks at what the rest can add. */
const STEP = 16;
/** Upper bound of rounding errors in lengths and sums. */
const ROUNDING = 1e-5;

export class NearVectors {
  /** Column-wise: component by component for all vectors of a block. */
  readonly #blocks: Float32Array[] = [];
  #unblocked: Float32Array[] = [];
  /** Of one block at a time. */
  readonly #sums = new Float64Array(BLOCK);

  /** @param vector of length 1, or the zero vector; as many components as the others */
  add(vector: Float32Array): void {
    this.#unblocked.push(vector);
    if (this.#unblocked.length < BLOCK) return;
    this.#blocks.push(blockOf(this.#unblocked));
    this.#unblocked = [];
  }

  /**
   * Positions, ascending, of all vectors added whose dot product with `vector`, of length 1 or 0, is above `least`, and
   * of some others.
   */
  candidates(vector: Float32Array, least: number): number[] {
    const { places, rest } = largest(vector, least - MARGIN);
    const more = largest(vector, least - NARROW_MARGIN);
    const limit = least - rest - ROUNDING;
    const products = productsOf(vector, places);
    const found: number[] = [];
    const sums = this.#sums;
    for (const [index, block] of this.#blocks.entries()) {
      addProducts(sums.fill(0), products, block);
      for (let k = 0; k < BLOCK; k++)
        if ((sums[k] as number) > limit && mayExceed(least, vector, more, { block, k }))
          found.push(index * BLOCK + k);
    }
    for (const [k, other] of this.#unblocked.entries()) {
      let sum = 0;
      for (const place of places) sum += (vector[place] as number) * (other[place] as number);
      if (sum > limit) found.push(this.#blocks.length * BLOCK + k);
    }
    return found;
  }
}

interface Largest {
  places: number[];
  /** The Euclidean length of the other components. */
  rest: number;
}

function blockOf(vectors: readonly Float32Array[]): Float32Array {
  const width = vectors[0]?.length ?? 0;
  const block = new Float32Array(width * BLOCK);
  for (const [k, vector] of vectors.entries())
    for (let place = 0; place < width; place++) block[place * BLOCK + k] = vector[place] as number;
  return block;
}

/** What to multiply by, and where the components of a block begin; up to a multiple of 4, with 0 for the last ones. */
interface Products {
  factors: Float64Array;
  offsets: Int32Array;
}

function productsOf(vector: Float32Array, places: readonly number[]): Products {
  const length = Math.ceil(places.length / 4) * 4;
  const products = { factors: new Float64Array(length), offsets: new Int32Array(length) };
  products.factors.set(places.map((place) => vector[place] as number));
  products.offsets.set(places.map((place) => place * BLOCK));
  return products;
}

/** Adds to the sum of each vector of a block; four components at a time, since sums are read and written for each. */
function addProducts(sums: Float64Array, { factors, offsets }: Products, block: Float32Array): void {
  for (let i = 0; i < factors.length; i += 4) {
    const [a, b] = [factors[i] as number, factors[i + 1] as number];
    const [c, d] = [factors[i + 2] as number, factors[i + 3] as number];
    const [one, two] = [offsets[i] as number, offsets[i + 1] as number];
    const [three, four] = [offsets[i + 2] as number, offsets[i + 3] as number];
    for (let k = 0; k < BLOCK; k++)
      sums[k] =
        (sums[k] as number) +
        a * (block[one + k] as number) +
        b * (block[two + k] as number) +
        c * (block[three + k] as number) +
        d * (block[four + k] as number);
  }
}

/**
 * Positions of the largest components, so many that the length of the rest is at most `enough`; all where that is
 * impossible.
 *
 * @returns rest: the Euclidean length of the other components
 */
function largest(vector: Float32Array, enough: number): Largest {
  const places: number[] = [];
  let square = 1;
  // not sorted, which would take longer than the search: level by level of decreasing size
  for (let [from, to] = [0.4, Number.POSITIVE_INFINITY]; to > 0; ) {
    for (let place = 0; place < vector.length; place++) {
      const size = Math.abs(vector[place] as number);
      if (size < from || size >= to) continue;
      if (enough > 0 && square <= enough ** 2) return { places, rest: lengthOf(square) };
      places.push(place);
      square -= size ** 2;
    }
    [from, to] = [from < 0.01 ? 0 : from * 0.7, from];
  }
  return { places, rest: lengthOf(square) };
}

/** Whether the dot product with the vector at `k` of a block may exceed `least`, by what the largest components add. */
function mayExceed(
  least: number,
  vector: Float32Array,
  { places, rest }: Largest,
  { block, k }: { block: Float32Array; k: number },
): boolean {
  let sum = ROUNDING;
  let ownRest = 1 + ROUNDING;
  let otherRest = 1 + ROUNDING;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    const own = vector[place] as number;
    const other = block[place * BLOCK + k] as number;
    sum += own * other;
    ownRest -= own * own;
    otherRest -= other * other;
    if (i % STEP === STEP - 1 && sum + lengthOf(ownRest * otherRest) <= least) return false;
  }
  return sum + rest * lengthOf(otherRest) > least;
}

const lengthOf = (square: number): number => Math.sqrt(Math.max(0, square));
