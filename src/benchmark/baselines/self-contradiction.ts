/**
 * Self-contradiction (Mündler et al., ICLR 2024): for each sentence the model under evaluation writes another one
 * for the same place, and the analyst says whether the two contradict each other.
 *
 *   risk of a sentence = 1 where they contradict, else 0;   of a passage = share of contradicted sentences
 *
 * What keeps the alternative on the subject are the text before the sentence and the sentence's triples with their
 * tails taken out, (head; relation; ?), all of them at once, where the paper writes one alternative a triple. A
 * sentence in which no triple is located is replaced from the text before it alone (the paper's "continue"
 * strategy, which it found weaker). The analyst explains before it decides, as in the paper. Claims have no place
 * in the text and are not scored; sentences that could not be judged are left out of the share.
 *
 * Calls: two a sentence.
 */
import { z } from 'zod';
import { mapAll } from '../../map-all.ts';
import { askOnce, jsonAnswer, type UnusableReason } from '../../models/ask.ts';
import type { CallOptions } from '../../models/chat-model.ts';
import type { Span } from '../../passage.ts';
import { subSeed } from '../../random.ts';
import { showTriple } from '../../triples/triple-parts.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { type ChatParts, chatParts, meanScores, REQUESTS_AT_ONCE, withoutScores } from './chat-parts.ts';
import { originalOf, triplesBySentence } from './located-triples.ts';

/** Of the alternative: a draw, not the sentence the response would hold anyway. */
const TEMPERATURE = 1;

export const SELF_CONTRADICTION_BASELINE: BaselineDefinition = {
  id: 'self-contradiction',
  title: 'Self-contradiction (Mündler et al., ICLR 2024)',
  needs: ['chat'],
  create: (parts) => {
    const chat = chatParts(parts);
    return { score: (input, options) => scorePassage(input, chat, options) };
  },
};

/** What the risk of one sentence rests on. */
interface Comparison {
  gaps: string[];
  alternative: string | null;
  explanation: string | null;
  contradiction: boolean | null;
  /** Why there is no judgement. */
  reason: UnusableReason | null;
}

async function scorePassage(
  input: BaselineInput,
  parts: ChatParts,
  options?: CallOptions,
): Promise<BaselineScores> {
  const { sentences, trace } = input;
  if (sentences.length === 0) return withoutScores('no-sentences');
  const triples = originalOf(trace)?.triples ?? [];
  const gaps = triplesBySentence(triples, sentences).map((inside) => [
    ...new Set(
      triples
        .filter((_, index) => inside.includes(index))
        .map((triple) => showTriple({ ...triple, tail: '?' })),
    ),
  ]);
  const compared = await mapAll(
    sentences,
    (span, index) => compareSentence({ input, span, index, gaps: gaps[index] as string[] }, parts, options),
    { concurrency: REQUESTS_AT_ONCE },
  );
  const risks = compared.map(({ contradiction }) => (contradiction === null ? null : contradiction ? 1 : 0));
  return meanScores(risks, {
    sentences: risks,
    claims: null,
    reason: compared.find(({ reason }) => reason !== null)?.reason ?? null,
    trace: { sentences: compared },
  });
}

interface Place {
  input: BaselineInput;
  span: Span;
  index: number;
  gaps: string[];
}

async function compareSentence(
  { input, span, index, gaps }: Place,
  { generator, analyst, prompts }: ChatParts,
  options?: CallOptions,
): Promise<Comparison> {
  const { passage, seed } = input;
  const place = { question: passage.prompt, preceding: passage.response.slice(0, span.start).trim() };
  const alternative = await askOnce(
    generator,
    {
      prompt: prompts.get('alternative-statement'),
      variables: { ...place, gaps },
      parse: readSentence,
      temperature: TEMPERATURE,
      seed: subSeed(seed, passage.id, 'self-contradiction', index),
    },
    options,
  );
  const record: Comparison = {
    gaps,
    alternative: alternative.value,
    explanation: null,
    contradiction: null,
    reason: alternative.reason,
  };
  if (alternative.value === null) return record;
  const judged = await askOnce(
    analyst,
    {
      prompt: prompts.get('judge-contradiction'),
      variables: {
        ...place,
        first: passage.response.slice(span.start, span.end),
        second: alternative.value,
      },
      parse: readJudgement,
    },
    options,
  );
  return { ...record, ...judged.value, reason: judged.reason };
}

const readSentence = jsonAnswer(
  z.object({ sentence: z.string().trim().min(1) }).transform(({ sentence }) => sentence),
);
const readJudgement = jsonAnswer(
  z.object({
    explanation: z.string().nullable().default(null),
    contradiction: z.union([z.boolean(), z.stringbool()]),
  }),
);
