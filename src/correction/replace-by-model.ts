/**
 * GraphCorrect, second step: a model gets the sentence, the old and the new triples, and replaces this information
 * alone. The reference and the rest of the text are not part of the prompt.
 */
import { askOnce, textAnswer } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import { showTriple } from '../triples/triple-parts.ts';
import type { RefusedReason } from './change.ts';
import { faultOf, type Rewritten } from './check-replacement.ts';

export type ModelReplacement = { text: string; reason: null } | { text: null; reason: RefusedReason };

const FAULTS: Partial<Record<RefusedReason, string>> = {
  unchanged: 'The sentence is unchanged.',
  'old-value-kept': 'It still states an old fact.',
  'new-value-missing': 'A new fact is not stated in it.',
  'other-facts-lost': 'Other information of the sentence is lost.',
  'too-much-changed': 'It changes more than the old facts.',
};

/** One sentence (or several that share a fact) rewritten and checked. @throws ModelCallError */
export async function replaceByModel(
  { before, facts, others }: Omit<Rewritten, 'after'>,
  { model, prompts, limit }: { model: ChatModel; prompts: PromptSet; limit: number },
  options?: CallOptions,
): Promise<ModelReplacement> {
  const fault = (after: string) => faultOf({ before, after, facts, others }, limit);
  const asked = await askOnce(
    model,
    {
      prompt: prompts.get('replace-facts'),
      variables: {
        sentence: before,
        oldFacts: facts.map(({ old }) => showTriple(old)),
        newFacts: facts.map((fact) => showTriple(fact.new)),
      },
      parse: textAnswer('sentence'),
      faults: (after) => {
        const reason = fault(after);
        return reason === null ? [] : [FAULTS[reason] ?? 'It is not the sentence that was asked for.'];
      },
    },
    options,
  );
  if (asked.value === null) return { text: null, reason: asked.reason };
  const reason = fault(asked.value);
  return reason === null ? { text: asked.value, reason } : { text: null, reason };
}
