/** How far samples agree with a claim: its words, its years and numbers. */
import type { Agreement } from '../../passage.ts';
import { wordWeight } from '../../english/lexicon/word-weights.ts';
import type { StatedFact } from '../contradiction/fact-statements.ts';
import type { numberComparison } from './number-conflicts.ts';
import type { Sample } from './samples.ts';
import { type Claim, componentScore, supportOfWords, supportScore } from './support.ts';

/** @param otherwise words that each sample gives in other ones */
export function agreementOn(
  claim: Claim,
  samples: readonly Sample[],
  compareNumbers: ReturnType<typeof numberComparison>,
  otherwise: StatedFact['otherwise'] = [],
): Agreement {
  const supports = supportOfWords(claim, samples, wordWeight, otherwise);
  const { numbers, spread } = compareNumbers(claim);
  return {
    support: componentScore(supportScore(supports, samples.length, wordWeight)),
    numbers: componentScore(numbers),
    spread: componentScore(spread),
    // a word that any sample holds has more
    unsupported: supports.flatMap(({ word, support }) => (support === 0 ? [word.surface] : [])),
  };
}
