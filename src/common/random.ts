/**
 * Seeded randomness.
 *
 * Random numbers come only from a generator that is passed in. A sub-seed is a hash of the purpose of the draw (run
 * seed, passage, stage, draw), so neither concurrency nor the order of work can change a result.
 */
import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A source of uniform numbers in [0, 1). */
export type Random = () => number;

/** A 32-bit seed from any list of names and numbers; order matters. */
export function subSeed(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readInt32LE(0);
}

/** A generator for one purpose: `randomFor(seed, passage.id, 'ftste', triple.id)`. */
export function randomFor(...parts: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(subSeed(...parts));
  return () => uniformFloat64(generator);
}

/** A new array in random order (Fisher–Yates); the input is left as it is. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
