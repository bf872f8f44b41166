/** The passage with the corrected text, for a second detection. */
import type { Passage } from '../passage.ts';
import { movedSpan, type Replacement } from './rewritable-parts.ts';

/**
 * Prompt, samples and references are kept, the caller's sentences moved with the text. Claims and token probabilities
 * are left out, since they belong to the old text.
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
