/** Names by their capital letter: whether other names stand where a claim's names should. */
import {
  type Sample,
  type SampleSentence,
  sharedWeights,
} from '../../../../src/consistency/agreement/samples.ts';
import type { Claim } from '../../../../src/consistency/agreement/support.ts';
import type { WordWeights } from '../../../../src/consistency/agreement/word-weights.ts';
import type { Word } from '../../../../src/text/content-words.ts';

const LEAST_SHARE = 0.3;

export const isName = ({ kind, surface }: Word): boolean => kind === 'word' && /^\p{Lu}/u.test(surface);

/**
 * 1 − (conflict + ½) / (conflict + agree + 1), as `numbers` of sample agreement: a sample speaks of the claim where one
 * of its sentences shares at least .3 of the words around the claim's names and holds a name (its first word aside);
 * it agrees when such a sentence holds one of the claim's names. ½ where nothing can be compared, null without a name.
 */
export function namesAgree(
  claim: Claim,
  samples: readonly Sample[],
  { isTopic, weigh }: { isTopic: (key: string) => boolean; weigh: WordWeights },
): number | null {
  const names = claim.words.filter(isName);
  if (names.length === 0) return null;
  const around = claim.sentence.filter((word) => word.kind === 'word' && !isName(word));
  const total = around.reduce((sum, { key }) => sum + weigh(key), 0);
  const holdsName = ({ words }: SampleSentence) =>
    words
      .filter(({ key }) => !isTopic(key))
      .slice(1)
      .some(isName);
  let [agree, conflict] = [0, 0];
  for (const sample of samples) {
    const speaking = [...sharedWeights(around, sample, weigh)]
      .filter(([, shared]) => shared / total >= LEAST_SHARE)
      .map(([place]) => sample.sentences[place] as SampleSentence)
      .filter(holdsName);
    if (speaking.length === 0) continue;
    if (speaking.some(({ keys }) => names.some(({ key }) => keys.has(key)))) agree += 1;
    else conflict += 1;
  }
  return 1 - (conflict + 0.5) / (conflict + agree + 1);
}
