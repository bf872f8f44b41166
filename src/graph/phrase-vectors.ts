/** The sentence embeddings of every entity mention and relation phrase of a passage, each embedded once. */
import type { CallOptions } from '../models/chat-model.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Segmentation } from '../passage.ts';

/** Unit vector (or zero vector) by phrase. */
export type PhraseVectors = ReadonlyMap<string, Float32Array>;

export async function embedPhrases(
  embedder: Embedder,
  responses: readonly Segmentation[],
  options?: CallOptions,
): Promise<PhraseVectors> {
  const phrases = new Set<string>();
  for (const { triples } of responses) {
    for (const { head, relation, tail } of triples) phrases.add(head).add(relation).add(tail);
  }
  const texts = [...phrases];
  const vectors = await embedder.embed(texts, options);
  return new Map(texts.map((text, index) => [text, vectors[index] as Float32Array]));
}

export function vectorOf(vectors: PhraseVectors, phrase: string): Float32Array {
  const vector = vectors.get(phrase);
  if (vector === undefined) throw new RangeError(`no vector for the phrase "${phrase}"`);
  return vector;
}
