/**
 * SelfCheckGPT with natural language inference (Manakul et al., EMNLP 2023, §5.4): a sentence r_i is as risky as the
 * samples contradict it,
 *
 *   S(i) = (1/N) Σ_n P(contradiction | r_i, S^n),    P = e^c / (e^e + e^c)
 *
 * where the softmax leaves the neutral class out. As in the paper the whole sample is the premise and the sentence the
 * hypothesis; the released code hands the model the sentence first. Range [0, 1].
 */
import type { NliModel, NliVerdict } from '../../models/nli-model.ts';
import type { BaselineDefinition } from './baseline.ts';
import { mean } from '../../statistics/summary.ts';
import { textBaseline } from './text-scores.ts';

/** P(contradiction) among contradiction and entailment, in [0, 1]; ½ where the model gives neither any weight. */
export function contradictionShare({ entailment, contradiction }: NliVerdict): number {
  const sum = entailment + contradiction;
  return sum > 0 ? contradiction / sum : 0.5;
}

/** Trace: `contradiction`, for each sentence and claim that is not blank, its P in each sample. */
export const NLI_BASELINE: BaselineDefinition = {
  id: 'selfcheck-nli',
  title: 'SelfCheckGPT NLI, Manakul et al. 2023',
  needs: ['nli'],
  score: textBaseline(async (texts, samples, { parts, options }) => {
    const model = parts.nli as NliModel;
    const pairs = texts.flatMap((hypothesis) => samples.map((premise) => ({ premise, hypothesis })));
    const shares = (await model.classify(pairs, options)).map(contradictionShare);
    const contradiction = texts.map((_, index) =>
      shares.slice(index * samples.length, (index + 1) * samples.length),
    );
    return { scores: contradiction.map(mean), trace: { model: model.id, contradiction } };
  }),
};
