/**
 * Samples for responses that bring none: the other responses to the same prompt, as where a data set holds those of
 * several models (RAGTruth).
 *
 * They are not drawn from the model under evaluation, so agreement with them is agreement between models, not of a
 * model with itself.
 */
import { InputError } from '../errors.ts';
import type { Passage } from '../passage.ts';
import { promptText } from '../text/conversation.ts';

/**
 * The same items in the same order; passages with samples of their own, without a response, or with a prompt that is
 * blank or nobody else's, stay as they are.
 *
 * @throws InputError when no two passages answer one prompt
 */
export function withOtherResponses<T extends { passage: Passage }>(items: readonly T[]): T[] {
  const answering = new Map<string, Passage[]>();
  for (const { passage } of items) {
    const { prompt, response } = passage;
    const key = promptText(prompt);
    if (response === undefined || key.trim() === '') continue;
    answering.set(key, [...(answering.get(key) ?? []), passage]);
  }
  if ([...answering.values()].every(({ length }) => length < 2)) {
    throw new InputError('--samples-from others: no two passages answer the same prompt');
  }
  return items.map((item) => {
    const { passage } = item;
    const others = (answering.get(promptText(passage.prompt)) ?? []).filter((one) => one !== passage);
    if (passage.samples !== undefined || passage.response === undefined || others.length === 0) return item;
    return { ...item, passage: { ...passage, samples: others.map(({ response = '' }) => response) } };
  });
}
