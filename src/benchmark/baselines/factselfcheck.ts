/**
 * FactSelfCheck (Sawczyn et al., EACL Findings 2026), in its two variants that ask a model:
 *
 *   KG:   H(f) = 1 − share of sample graphs that an LLM finds to hold the fact f
 *   Text: H(f) = 1 − share of sample texts that an LLM finds to hold it
 *
 * A fact is a triple of the response, a sample graph the list of a sample's triples. A sentence has the mean of the
 * facts located in it (the paper also tries the largest), a passage the mean of all its facts. A sentence in which
 * no fact is located has the passage's score, so that methods are compared on the same sentences. The caller's
 * claims are judged as further facts, which the paper does not know; they do not enter the passage's score.
 *
 * Samples without triples (KG) or text (Text) say nothing. Facts are asked for in groups (see
 * sample-judgements.ts), where the paper asks for each fact and sample.
 */
import { z } from 'zod';
import { ORIGINAL, originalOf, type Passage, type Trace } from '../../passage.ts';
import { mean } from '../../statistics/summary.ts';
import { showTriple } from '../../triples/triple-parts.ts';
import { yesOrNo } from '../../verification/verdict-list.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { type Chat, chatBaseline, meanScores, triplesBySentence, withoutScores } from './chat-parts.ts';
import { type JudgedSample, judgeAgainstSamples, writtenSamples } from './sample-judgements.ts';

interface Variant {
  prompt: string;
  samplesOf(passage: Passage, trace: Trace): JudgedSample[];
}

const KG: Variant = {
  prompt: 'fact-in-graph',
  samplesOf: (_, { segmentations }) =>
    segmentations
      .filter(({ responseId, triples }) => responseId !== ORIGINAL && triples.length > 0)
      .map(({ responseId, triples }) => ({ id: responseId, content: triples.map(showTriple) })),
};

const TEXT: Variant = {
  prompt: 'fact-in-text',
  samplesOf: ({ samples }) => writtenSamples(samples),
};

export const FACTSELFCHECK_BASELINES: readonly BaselineDefinition[] = [
  define('factselfcheck-kg', 'FactSelfCheck-KG (Sawczyn et al., EACL Findings 2026)', KG),
  define('factselfcheck-text', 'FactSelfCheck-Text (Sawczyn et al., EACL Findings 2026)', TEXT),
];

function define(id: string, title: string, variant: Variant): BaselineDefinition {
  const score = chatBaseline((input, chat) => scorePassage(input, variant, chat));
  return { id, title, needs: ['chat'], score };
}

async function scorePassage(
  { passage, sentences, trace }: BaselineInput,
  variant: Variant,
  chat: Chat,
): Promise<BaselineScores> {
  const facts = originalOf(trace)?.triples ?? [];
  const statements = [...facts.map(showTriple), ...(passage.claims ?? [])];
  if (statements.length === 0) return withoutScores('no-triples');
  const samples = variant.samplesOf(passage, trace);
  if (samples.length === 0) return withoutScores('no-samples');

  const judged = await judgeAgainstSamples({ prompt: variant.prompt, statements, samples, risk }, chat);
  const ofFacts = judged.risks.slice(0, facts.length);
  const passageMean = mean(ofFacts);
  const ofSentences = triplesBySentence(facts, sentences).map(
    (inside) => mean(inside.map((index) => ofFacts[index] ?? null)) ?? passageMean,
  );
  return meanScores(ofFacts, {
    sentences: ofSentences,
    claims: judged.risks.slice(facts.length),
    reason: facts.length === 0 ? 'no-triples' : (judged.failure ?? 'unparsable'),
    trace: { facts: facts.map(({ id }, index) => ({ id, risk: ofFacts[index] })), samples: judged.samples },
  });
}

const risk = z.object({ supported: yesOrNo }).transform(({ supported }) => (supported ? 0 : 1));
