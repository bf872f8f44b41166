/**
 * Copy rate (RefChecker): how much of a triplet is copied from the context,
 *
 *   mean over n = 1 ... 4 of (n-grams of the triplet found in the context ÷ n-grams of the triplet)
 *
 * over folded words; lengths the triplet is too short for are left out. A high rate goes with entailment.
 */
import { mean } from '../statistics/summary.ts';
import { foldedWords } from '../text/fold.ts';
import type { TripleParts } from '../triples/triple-parts.ts';

const LONGEST = 4;

/**
 * The rate of triplets in one context, which is indexed once.
 *
 * @returns in [0, 1]; null for a triplet without words
 */
export function copyRateIn(context: readonly string[]): (triple: TripleParts) => number | null {
  const texts = context.map(foldedWords);
  const known = LENGTHS.map((n) => new Set(texts.flatMap((words) => ngrams(words, n))));
  return ({ head, relation, tail }) => {
    const words = foldedWords(`${head} ${relation} ${tail}`);
    const shares = LENGTHS.filter((n) => n <= words.length).map((n) => {
      const grams = ngrams(words, n);
      return grams.filter((gram) => known[n - 1]?.has(gram)).length / grams.length;
    });
    return mean(shares);
  };
}

const LENGTHS = Array.from({ length: LONGEST }, (_, index) => index + 1);

function ngrams(words: readonly string[], n: number): string[] {
  return Array.from({ length: Math.max(0, words.length - n + 1) }, (_, start) =>
    words.slice(start, start + n).join(' '),
  );
}
