/** The passage with the corrected text, to be looked at as the first one was. */
import type { Passage } from '../passage.ts';
import { movedSpan, type Replacement } from './rewritable-parts.ts';

/**
 * Prompt, samples and references stay. The caller's sentences are moved with the text. Claims and token probabilities
 * are left out, since they are those of the text before.
 */
export function correctedPassage(
  { tokens: _, claims: __, sentences, ...passage }: Passage,
  text: string,
  replacements: readonly Replacement[],
): Passage {
  if (sentences === undefined) return { ...passage, response: text };
  const moved = sentences.map((span) => movedSpan(span, replacements));
  const isWhole = moved.every((span) => span !== null);
  return { ...passage, response: text, ...(isWhole && { sentences: moved }) };
}
