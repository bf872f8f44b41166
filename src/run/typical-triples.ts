/** The triples a model would typically find in a text: about as many, sharing heads as those of a text do. */
import { estimateTextTokens } from '../models/budget/token-estimate.ts';
import { ORIGINAL } from '../passage.ts';
import { createLocalExtractor } from '../triples/local/local-extractor.ts';
import type { TripleParts } from '../triples/triple-parts.ts';

/** Of a text, for one triple: a capable model found 12.4 in a passage of PHD, of 115 tokens by this estimate. */
const TOKENS_PER_TRIPLE = 9.3;

/** As many as are typical of the length: those that patterns find, evenly thinned; pieces of the text where these are too few. */
export async function typicalTriples(text: string): Promise<TripleParts[]> {
  const wanted = Math.max(1, Math.round(estimateTextTokens(text) / TOKENS_PER_TRIPLE));
  const { triples } = await createLocalExtractor().extract({ id: ORIGINAL, text }, { prompt: '' });
  return evenly([...triples, ...piecesOf(text, wanted - triples.length)], wanted);
}

/** @returns at most `count` items, spread over all */
export function evenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as T);
}

/** Three words in a row each. */
function piecesOf(text: string, count: number): TripleParts[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const [head = 'It', relation = 'is', tail = `number ${index + 1}`] = words.slice(
      3 * index,
      3 * index + 3,
    );
    return { head, relation, tail };
  });
}
