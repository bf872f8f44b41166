/**
 * SelfCheckGPT with n-grams (Manakul et al., EMNLP 2023, §5.3): an n-gram model of the samples and the response
 * itself approximates the language model, and a sentence is as risky as its n-grams are rare:
 *
 *   avg   −(1/J) Σ_j log p̃(g_j)        max   max_j −log p̃(g_j)        over the J n-grams of the sentence
 *   p̃(g)  = max(1, count of g) / count of all n-grams
 *
 * Conventions of the released code: lower-cased tokens, punctuation among them; one n-gram a token, sentences padded
 * on the left; the joint probability of the n-gram, not that of a token given those before; no pseudo-counts. The
 * add-one smoothing of the paper is the response in the training text, which counts each of its n-grams once
 * more. An n-gram counted nowhere (of a claim in its own words) is given that one count here; the released code makes
 * its risk infinite. Tokens come from wink-nlp, not spaCy, and the passage score of avg is the mean over sentences,
 * not over all tokens. Natural logarithms.
 */
import { countsOf } from '../../common/group-by.ts';
import { readText } from '../../english/tokens.ts';
import type { BaselineDefinition } from './baseline.ts';
import { mean } from '../../statistics/summary.ts';
import { textBaseline } from './text-scores.ts';

/** How the rarities of a sentence's n-grams become its score. */
export type NgramPooling = 'avg' | 'max';

const PADDING = '<s>';

/** One n-gram for each token, the first ones padded on the left. */
export function ngramsOf(tokens: readonly string[], n: number): string[] {
  const padded = [...Array.from({ length: n - 1 }, () => PADDING), ...tokens];
  return tokens.map((_, index) => padded.slice(index, index + n).join(' '));
}

/** −log p̃ of an n-gram under the counts of `ngrams`, of which there is at least one. */
export function rarity(ngrams: readonly string[]): (ngram: string) => number {
  const counts = countsOf(ngrams);
  return (ngram) => Math.log(ngrams.length / Math.max(1, counts.get(ngram) ?? 0));
}

const tokensOf = (text: string): string[][] =>
  readText(text).sentences.map((tokens) =>
    tokens.filter(({ pos }) => pos !== 'SPACE').map(({ lower }) => lower),
  );

export function ngramBaseline(n: number, pooling: NgramPooling): BaselineDefinition {
  const name = { 1: 'unigram', 2: 'bigram' }[n] ?? `${n}gram`;
  return {
    id: `selfcheck-${name}-${pooling}`,
    title: `SelfCheckGPT ${name} (${pooling}), Manakul et al. 2023`,
    needs: [],
    score: textBaseline(async (texts, samples, { response, options }) => {
      options?.signal?.throwIfAborted();
      const training = [response, ...samples].flatMap(tokensOf);
      const rarityOf = rarity(training.flatMap((tokens) => ngramsOf(tokens, n)));
      const pool = (values: number[]) => (pooling === 'avg' ? mean(values) : Math.max(...values));
      const scores = texts.map((text) => {
        const rarities = ngramsOf(tokensOf(text).flat(), n).map(rarityOf);
        return rarities.length > 0 ? pool(rarities) : null;
      });
      return { scores };
    }),
  };
}

export const NGRAM_BASELINES: BaselineDefinition[] = [
  ngramBaseline(1, 'avg'),
  ngramBaseline(1, 'max'),
  ngramBaseline(2, 'avg'),
  ngramBaseline(2, 'max'),
];
