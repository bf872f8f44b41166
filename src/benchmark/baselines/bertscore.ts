/**
 * SelfCheckGPT with BERTScore (Manakul et al., EMNLP 2023, §5.1): a sentence r_i is as risky as it is unlike the
 * sentence of each sample that is most like it,
 *
 *   S(i) = 1 − (1/N) Σ_n max_k F1(r_i, s^n_k)
 *
 * over the sentences s^n_k of the samples n = 1 ... N, with F1 as in {@link greedyF1}. Unlike the released code, which
 * takes layer 17 of roberta-large, the states are those of the last layer of the configured embedding model.
 * Raw cosines: neither idf weights nor rescaling with a baseline. Range [0, 1].
 */
import { dot } from '../../graph/cosine.ts';
import type { TokenEmbedder } from '../../models/embedder.ts';
import { splitSentences } from '../../english/sentences.ts';
import type { BaselineDefinition } from './baseline.ts';
import { mean } from '../../statistics/summary.ts';
import { textBaseline } from './text-scores.ts';

/**
 * F1 of greedy matching (Zhang et al., ICLR 2020, §3): recall is the mean, over the tokens of the one text, of the
 * best cosine among the tokens of the other, precision the reverse. 0 where a text has no token or a mean is not
 * positive.
 *
 * @param left, right one vector of length 1 a token
 */
export function greedyF1(left: readonly Float32Array[], right: readonly Float32Array[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  const bestOfLeft = new Float64Array(left.length).fill(-1);
  const bestOfRight = new Float64Array(right.length).fill(-1);
  left.forEach((a, i) => {
    right.forEach((b, j) => {
      const cosine = dot(a, b);
      if (cosine > (bestOfLeft[i] as number)) bestOfLeft[i] = cosine;
      if (cosine > (bestOfRight[j] as number)) bestOfRight[j] = cosine;
    });
  });
  const [recall, precision] = [bestOfLeft, bestOfRight].map((best) => mean([...best])) as [number, number];
  if (recall <= 0 || precision <= 0) return 0;
  return Math.min(1, (2 * precision * recall) / (precision + recall));
}

/** Trace: `similarity`, for each sentence and claim that is not blank, the best F1 in each sample. */
export const BERTSCORE_BASELINE: BaselineDefinition = {
  id: 'selfcheck-bertscore',
  title: 'SelfCheckGPT BERTScore, Manakul et al. 2023',
  needs: ['token-embedder'],
  score: textBaseline(async (texts, samples, { parts, options }) => {
    const embedder = parts.tokens as TokenEmbedder;
    const split = samples.map((sample) =>
      splitSentences(sample).map(({ start, end }) => sample.slice(start, end)),
    );
    const distinct = [...new Set([...texts, ...split.flat()])];
    const vectors = await embedder.embedTokens(distinct, options);
    const states = new Map(distinct.map((text, index) => [text, vectors[index]]));
    const f1 = (left: string, right: string) =>
      greedyF1(states.get(left) as Float32Array[], states.get(right) as Float32Array[]);
    const similarity = texts.map((text) =>
      split.map((sentences) => Math.max(0, ...sentences.map((sentence) => f1(text, sentence)))),
    );
    const scores = similarity.map((values) => 1 - (mean(values) as number));
    return { scores, trace: { model: embedder.id, similarity } };
  }),
};
