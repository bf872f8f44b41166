/**
 * Baselines of correction by facts: one prompt with the whole text and all evidence (the baseline of GraphCorrect),
 * and the same with the flagged sentences named (sentence-level correction, FactSelfCheck, Sawczyn et al. 2025).
 * Nothing is refused; whether they changed only flagged sentences is measured.
 */
import { askOnce, textAnswer, type UnusableReason } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { Passage } from '../passage.ts';

export interface DirectParts {
  model: ChatModel;
  prompts: PromptSet;
  /** The flagged ones; null where they are not named. */
  sentences?: readonly string[] | null;
}

/** The evidence: the references, or the samples where there are none. @throws ModelCallError */
export async function correctDirectly(
  { response = '', context = [], samples = [] }: Passage,
  { model, prompts, sentences = null }: DirectParts,
  options?: CallOptions,
): Promise<{ text: string; reason: null } | { text: null; reason: UnusableReason | 'nothing-to-go-by' }> {
  const present = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '');
  const references = present(context);
  const evidence = references.length > 0 ? references : present(samples);
  if (evidence.length === 0) return { text: null, reason: 'nothing-to-go-by' };
  const asked = await askOnce(
    model,
    {
      prompt: prompts.get(sentences === null ? 'direct-correction' : 'sentence-correction'),
      variables: { evidence: { blocks: evidence }, response, ...(sentences && { sentences }) },
      parse: textAnswer('text'),
    },
    options,
  );
  return asked.value === null ? { text: null, reason: asked.reason } : { text: asked.value, reason: null };
}
