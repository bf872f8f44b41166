/**
 * Vectors in the plane, by UMAP (McInnes et al. 2018) over vectors of length 1, so that what is near is what has a
 * high cosine, the similarity the method itself uses. Equal vectors come to the same place.
 */
import { randomFor } from '../../random.ts';

export type Point = [x: number, y: number];

/** What a point's neighbourhood is, where there are that many points. */
const NEIGHBOURS = 15;

/**
 * @param vectors all of one length
 * @returns one point a vector, in order; deterministic for equal input and seed
 */
export async function project(vectors: readonly (readonly number[])[], seed: number): Promise<Point[]> {
  const places = new Map<string, number>();
  const keys = vectors.map((vector) => unit(vector).join());
  const distinct: number[][] = [];
  vectors.forEach((vector, index) => {
    const key = keys[index] as string;
    if (places.has(key)) return;
    places.set(key, distinct.length);
    distinct.push(unit(vector));
  });
  const points = distinct.length < 4 ? fewInThePlane(distinct) : await byUmap(distinct, seed);
  return keys.map((key) => points[places.get(key) as number] as Point);
}

async function byUmap(vectors: number[][], seed: number): Promise<Point[]> {
  const { UMAP } = await import('umap-js');
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: Math.min(NEIGHBOURS, vectors.length - 1),
    random: randomFor(seed, 'projection'),
  });
  return umap.fit(vectors) as Point[];
}

/** Up to three points lie in a plane as they are: drawn at their true distances. */
function fewInThePlane([first, second, third]: readonly number[][]): Point[] {
  if (first === undefined) return [];
  if (second === undefined) return [[0, 0]];
  const base = distance(first, second);
  if (third === undefined)
    return [
      [0, 0],
      [base, 0],
    ];
  const [left, right] = [distance(first, third), distance(second, third)];
  const x = (left ** 2 - right ** 2 + base ** 2) / (2 * base);
  return [
    [0, 0],
    [base, 0],
    [x, Math.sqrt(Math.max(0, left ** 2 - x ** 2))],
  ];
}

const distance = (left: readonly number[], right: readonly number[]): number =>
  Math.hypot(...left.map((value, index) => value - (right[index] as number)));

/** `vector` at length 1; zeros stay zeros. */
function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
