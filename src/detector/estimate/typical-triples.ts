/** Typical triples of a text: about as many, and with shared heads like those of a text. */
import { estimateTextTokens } from '../../models/budget/token-estimate.ts';
import { ORIGINAL } from '../../passage.ts';
import { createLocalExtractor } from '../../local/extract/local-extractor.ts';
import type { TripleParts } from '../../triples/triple-parts.ts';

/** Patterns find 14.2 triples in a passage of PHD, where a capable model found 13.6. */
const SHARE = 0.96;
/** Text per triple, where patterns find nothing; measured on the passages of PHD. */
const TOKENS_PER_TRIPLE = 8.5;

/** @param prompt the question that the text answers */
export async function typicalTriples(text: string, prompt = ''): Promise<TripleParts[]> {
  const { triples } = await createLocalExtractor().extract({ id: ORIGINAL, text }, { prompt });
  if (triples.length > 0) return evenly(triples, Math.round(SHARE * triples.length));
  return piecesOf(text, Math.ceil(estimateTextTokens(text) / TOKENS_PER_TRIPLE));
}

/** @returns at most `count` items, spread over all */
export function evenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as T);
}

/** Three words in a row each. */
function piecesOf(text: string, count: number): TripleParts[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return Array.from({ length: count }, (_, index) => {
    const [head = 'It', relation = 'is', tail = `number ${index + 1}`] = words.slice(
      3 * index,
      3 * index + 3,
    );
    return { head, relation, tail };
  });
}
