/**
 * Reverse verification with blind answers beside its tasks, about the facts that further-questions.ts chooses by what
 * judge and samples say of them.
 */
import { factScore } from '../scoring/fact-score.ts';
import { type Pooling, pooled } from '../scoring/log-odds.ts';
import { promptText } from '../text/conversation.ts';
import { answerBlindly, type BlindContext } from './blind-answers.ts';
import { factsToAsk, type FurtherQuestions } from './further-questions.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier } from './verifier.ts';

export interface BlindVerifierOptions extends BlindContext {
  further: FurtherQuestions;
  /** As scoring weighs the parts. */
  pooling: Pooling;
}

export function withBlindAnswers(
  verifier: ReverseVerifier,
  { further, pooling: { weights, prior }, ...context }: BlindVerifierOptions,
): ReverseVerifier {
  return {
    id: `${verifier.id}+answered/${context.generator.id}/${context.judge.model.id}`,
    async verify(input, options) {
      const { passage, original, judgement, seed } = input;
      const verified = await verifier.verify(input, options);
      const judged = new Map(judgement?.facts.map(({ tripleId, value }) => [tripleId, value]));
      const odds = verified.map(({ tripleId: id, statements = [] }) => {
        const parts = [
          { value: judged.get(id) ?? null, weight: weights.judged },
          { value: factScore(statements, () => 0), weight: weights.stated },
        ];
        return { id, probability: pooled(parts, prior) };
      });
      const asked = factsToAsk(odds, further, [seed, passage.id]);
      const chosen = original.triples.filter(({ id }) => asked.has(id));
      const shown = { id: passage.id, question: promptText(passage.prompt), seed };
      const answers = await answerBlindly(chosen, shown, context, options);
      return verified.map((row) => {
        const askedFor = asked.get(row.tripleId);
        const answered = answers.get(row.tripleId) ?? noResult('decided');
        return { ...row, answered, ...(askedFor && { askedFor }) };
      });
    },
  };
}
