/**
 * How alike two samples are, whatever the response says: the idf-weighted share of their words that both hold.
 *
 *   alike(j, k) = Σ_{w ∈ R_j ∩ R_k} idf(w) / min(Σ_{w ∈ R_j} idf(w), Σ_{w ∈ R_k} idf(w))
 *
 * Words of the topic are left out, but for a sample that has no others.
 */
import type { Sample } from './samples.ts';
import type { WordWeights } from '../../english/lexicon/word-weights.ts';

/** Row j holds alike(j, k) for k = j + 1 ... n − 1, each in [0, 1]. */
export function sampleLikeness(
  samples: readonly Sample[],
  isTopic: (key: string) => boolean,
  weigh: WordWeights,
): number[][] {
  const words = samples.map(({ keys }) => {
    const own = [...keys].filter((key) => !isTopic(key));
    return own.length > 0 ? own : [...keys];
  });
  const totals = words.map((keys) => keys.reduce((sum, key) => sum + weigh(key), 0));
  return words.map((keys, j) =>
    samples.slice(j + 1).map(({ keys: others }, step) => {
      const shared = keys.reduce((sum, key) => sum + (others.has(key) ? weigh(key) : 0), 0);
      const total = Math.min(totals[j] as number, totals[j + 1 + step] as number);
      return total === 0 ? 0 : Math.round((100 * shared) / total) / 100;
    }),
  );
}
