/**
 * SelfCheckGPT with an LLM prompt (Manakul, Liusie and Gales, EMNLP 2023, 5.5):
 *
 *   S(i) = mean over samples j of x_ij,   x_ij = 0 "yes, supported", 1 "no", 0.5 anything else ("n/a")
 *
 * for sentence i; a passage has the mean of its sentences. Claims are scored like sentences and do not enter the
 * passage, unless there are no sentences. The paper asks for each pair of sentence and sample; here one request
 * asks for a group of statements (see sample-judgements.ts). A request without a readable answer is left out of
 * the mean rather than counted as "n/a", so that a refusing service moves no score. Empty samples are not judged.
 */
import { z } from 'zod';
import { mean } from '../../statistics/summary.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { type Chat, chatBaseline, meanScores, withoutScores } from './chat-parts.ts';
import { judgeAgainstSamples, writtenSamples } from './sample-judgements.ts';

export const SELFCHECK_PROMPT_BASELINE: BaselineDefinition = {
  id: 'selfcheck-prompt',
  title: 'SelfCheckGPT, LLM prompt (Manakul et al., EMNLP 2023)',
  needs: ['chat'],
  score: chatBaseline(scorePassage),
};

async function scorePassage({ passage, sentences }: BaselineInput, chat: Chat): Promise<BaselineScores> {
  const texts = sentences.map(({ start, end }) => passage.response.slice(start, end));
  const statements = [...texts, ...(passage.claims ?? [])];
  if (statements.length === 0) return withoutScores('no-sentences');
  const samples = writtenSamples(passage.samples);
  if (samples.length === 0) return withoutScores('no-samples');

  const question = { prompt: 'selfcheck-prompt', statements, samples, risk };
  const judged = await judgeAgainstSamples(question, chat);
  const ofSentences = judged.risks.slice(0, texts.length);
  const ofClaims = judged.risks.slice(texts.length);
  return meanScores(mean(ofSentences) === null ? ofClaims : ofSentences, {
    sentences: ofSentences,
    claims: ofClaims,
    reason: judged.failure ?? 'unparsable',
    trace: { samples: judged.samples },
  });
}

const risk = z
  .object({ supported: z.union([z.string(), z.boolean()]) })
  .transform(({ supported }) => riskOf(String(supported)));

function riskOf(word: string): number {
  if (/^\s*(?:yes|true)\b/i.test(word)) return 0;
  return /^\s*(?:no|false)\b/i.test(word) ? 1 : 0.5;
}
