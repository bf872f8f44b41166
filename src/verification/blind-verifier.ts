/** Reverse verification with blind answers beside its tasks, about every fact. */
import { promptText } from '../text/conversation.ts';
import { answerBlindly, type BlindContext } from './blind-answers.ts';
import type { TaskResult } from '../passage.ts';
import type { ReverseVerifier } from './verifier.ts';

export function withBlindAnswers(verifier: ReverseVerifier, context: BlindContext): ReverseVerifier {
  return {
    id: `${verifier.id}+answered/${context.generator.id}/${context.judge.model.id}`,
    async verify(input, options) {
      const { passage, original, seed } = input;
      const verified = await verifier.verify(input, options);
      const shown = { id: passage.id, question: promptText(passage.prompt), seed };
      const answers = await answerBlindly(original.triples, shown, context, options);
      return verified.map((row) => ({ ...row, answered: answers.get(row.tripleId) as TaskResult }));
    },
  };
}
