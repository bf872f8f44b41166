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
import { mapAll } from '../../common/map-all.ts';
import { subSeed } from '../../common/random.ts';
import { type Asked, jsonAnswer, textAnswer, type UnusableReason } from '../../models/ask.ts';
import { originalOf, type Span } from '../../passage.ts';
import { promptText } from '../../text/conversation.ts';
import { showTriple } from '../../triples/triple-parts.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { type Chat, chatBaseline, meanScores, triplesBySentence, withoutScores } from './chat-parts.ts';

export const SELF_CONTRADICTION_BASELINE: BaselineDefinition = {
  id: 'self-contradiction',
  title: 'Self-contradiction (Mündler et al., ICLR 2024)',
  needs: ['chat'],
  score: chatBaseline(scorePassage),
};

interface Comparison {
  gaps: string[];
  alternative: string | null;
  explanation: string | null;
  contradiction: boolean | null;
  reason: UnusableReason | null;
}

async function scorePassage(input: BaselineInput, chat: Chat): Promise<BaselineScores> {
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
  const compared = await mapAll(sentences, (span, index) =>
    compareSentence({ input, span, index, gaps: gaps[index] as string[] }, chat),
  );
  const risks = compared.map(({ contradiction }) => (contradiction === null ? null : contradiction ? 1 : 0));
  return meanScores(risks, {
    sentences: risks,
    claims: null,
    reason: compared.find(({ reason }) => reason !== null)?.reason ?? null,
    trace: { sentences: compared },
  });
}

async function compareSentence(
  { input, span, index, gaps }: { input: BaselineInput; span: Span; index: number; gaps: string[] },
  chat: Chat,
): Promise<Comparison> {
  const { passage, seed } = input;
  const preceding = passage.response.slice(0, span.start).trim();
  const place = { question: promptText(passage.prompt), preceding };
  // a draw, not the sentence the response would hold anyway
  const how = { n: 1, temperature: 1, seed: subSeed(seed, passage.id, 'self-contradiction', index) };
  const drawn = await chat.draw('alternative-statement', { ...place, gaps }, textAnswer('sentence'), how);
  const [alternative] = drawn as [Asked<string>];
  const record: Comparison = {
    gaps,
    alternative: alternative.value,
    explanation: null,
    contradiction: null,
    reason: alternative.reason,
  };
  if (alternative.value === null) return record;
  const pair = { first: passage.response.slice(span.start, span.end), second: alternative.value };
  const judged = await chat.analyse('judge-contradiction', { ...place, ...pair }, readJudgement);
  return { ...record, ...judged.value, reason: judged.reason };
}

const readJudgement = jsonAnswer(
  z.object({
    explanation: z.string().nullable().default(null),
    contradiction: z.union([z.boolean(), z.stringbool()]),
  }),
);
