/** Support as `consistency/agreement/support.ts` has it, with its λ and the weights of samples left open. */
import { type Sample, sharedWeights } from '../../../../src/consistency/agreement/samples.ts';
import type { Claim, WordSupport } from '../../../../src/consistency/agreement/support.ts';
import type { WordWeights } from '../../../../src/consistency/agreement/word-weights.ts';

export interface SupportOptions {
  weigh: WordWeights;
  /** λ in [0, 1]: what a word counts in a sentence that shares nothing else. */
  lambda: number;
  /** One a sample, of mean 1. */
  sampleWeights: readonly number[];
}

/** sup(w) = Σ_j v_j · max_z [λ + (1 − λ) · share(rest, z)] of each word of the claim, v_j the weight of sample j. */
export function supportBy(
  claim: Claim,
  samples: readonly Sample[],
  { weigh, lambda, sampleWeights }: SupportOptions,
): WordSupport[] {
  const total = claim.sentence.reduce((sum, { key }) => sum + weigh(key), 0);
  const found = samples.map((sample) => sharedWeights(claim.sentence, sample, weigh));
  return claim.words.map((word) => {
    const own = weigh(word.key);
    const rest = total - own;
    const share = (j: number, z: number) => (rest > 1e-9 ? ((found[j]?.get(z) ?? 0) - own) / rest : 1);
    const support = samples.reduce((sum, { places }, j) => {
      const held = (places.get(word.key) ?? []).map((z) => lambda + (1 - lambda) * share(j, z));
      return sum + (sampleWeights[j] as number) * Math.max(0, ...held);
    }, 0);
    return { word, support };
  });
}
