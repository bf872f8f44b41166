/** The sentence in a chunk of a reference that is closest to a statement. */

import type { ReferenceEvidence } from '../passage.ts';
import { contentWords } from '../english/content-words.ts';
import type { Chunk } from './reference-chunks.ts';

/** The sentence that shares most content words with the statement, the first of equals; the chunk where none does. */
export function placeIn({ reference, span, text, sentences }: Chunk, statement: string): ReferenceEvidence {
  const wanted = new Set(contentWords(statement).map(({ key }) => key));
  let best = { span, shared: 0 };
  for (const sentence of sentences) {
    const words = contentWords(text.slice(sentence.start - span.start, sentence.end - span.start));
    const shared = new Set(words.map(({ key }) => key).filter((key) => wanted.has(key))).size;
    if (shared > best.shared) best = { span: sentence, shared };
  }
  return { reference, span: best.span };
}
