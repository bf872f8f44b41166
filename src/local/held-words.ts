/** How many of the words of a statement a sample holds. */
import type { Word } from '../english/content-words.ts';
import { type Sample, weightHeld, weightOf } from './agreement/samples.ts';
import type { WordWeights } from '../english/lexicon/word-weights.ts';

/** The largest share by weight that a sample holds, in [0, 1]; null without words. */
export function mostHeld(
  words: readonly Word[],
  samples: readonly Sample[],
  weigh: WordWeights,
): number | null {
  const total = weightOf(words, weigh);
  return total === 0 ? null : Math.max(...samples.map(({ keys }) => weightHeld(words, keys, weigh))) / total;
}
