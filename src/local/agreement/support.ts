/**
 * Support: how far the words of a claim occur in the samples, and occur together.
 *
 *   sup(w) = Σ_j max_{z ∈ R_j, w ∈ z} [ λ + (1 − λ) · share(rest, z) ]
 *   S      = Σ_w idf(w) · −log((sup(w) + ½) / (n + 1))  /  Σ_w idf(w)
 *   support = 1 − S / log(2(n + 1))
 *
 * w: a word of the claim; z: a sentence of sample R_j; rest: the words but w of the sentence the claim stands in;
 * share: idf-weighted share of the rest found in z; λ = min(1, 5/n), so that with few samples a word counts
 * wherever it stands. S is 0 where every sample repeats the whole sentence; its bound log(2(n + 1)) is reached
 * where no word of the claim is found.
 */

import type { ComponentScore } from '../../passage.ts';
import type { Word } from '../../english/content-words.ts';
import { type Sample, sharedWeights, weightOf } from './samples.ts';
import type { WordWeights } from '../../english/lexicon/word-weights.ts';

const SMOOTHING = 0.5;

/** The words of a claim, and those of the sentence it stands in. */
export interface Claim {
  words: readonly Word[];
  sentence: readonly Word[];
}

interface WordOverlap {
  word: Word;
  /** Between 0 and n. */
  support: number;
}

/**
 * The support of each word of the claim.
 *
 * @param otherwise of each sample the words that it holds in another form, by their keys: these count as held away from the rest
 */
export function supportOfWords(
  claim: Claim,
  samples: readonly Sample[],
  weigh: WordWeights,
  otherwise: readonly ReadonlySet<string>[] = [],
): WordOverlap[] {
  const lambda = Math.min(1, 5 / samples.length);
  // what the rest shares has no weight then
  if (lambda === 1)
    return claim.words.map((word) => ({
      word,
      support: samples.filter(({ keys }, j) => keys.has(word.key) || otherwise[j]?.has(word.key)).length,
    }));
  const total = weightOf(claim.sentence, weigh);
  const found = samples.map((sample) => sharedWeights(claim.sentence, sample, weigh));
  const inSentence = new Set(claim.sentence.map(({ key }) => key));
  return claim.words.map((word) => {
    // an extractor that rewords brings words that the sentence does not hold
    const own = inSentence.has(word.key) ? weigh(word.key) : 0;
    const rest = total - own;
    let support = 0;
    for (const [j, { places }] of samples.entries()) {
      let best = otherwise[j]?.has(word.key) ? lambda : 0;
      for (const z of places.get(word.key) ?? []) {
        const share = rest > 1e-9 ? ((found[j]?.get(z) ?? 0) - own) / rest : 1;
        best = Math.max(best, lambda + (1 - lambda) * share);
      }
      support += best;
    }
    return { word, support };
  });
}

/** Support in [0, 1] of a claim with these words; null without words. */
export function supportScore(words: readonly WordOverlap[], n: number, weigh: WordWeights): number | null {
  let sum = 0;
  let total = 0;
  for (const { word, support } of words) {
    const weight = weigh(word.key);
    sum += weight * -Math.log((support + SMOOTHING) / (n + 2 * SMOOTHING));
    total += weight;
  }
  return total === 0 ? null : Math.max(0, 1 - sum / total / Math.log((n + 2 * SMOOTHING) / SMOOTHING));
}

export const componentScore = (value: number | null): ComponentScore => ({
  value,
  reason: value === null ? 'not-applicable' : null,
});
