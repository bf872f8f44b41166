/**
 * References split into chunks for a model: consecutive whole sentences, up to a number of tokens (RefChecker splits
 * at about 200). A longer sentence is cut between words.
 */
import { estimateTextTokens } from '../models/budget/token-estimate.ts';
import type { Span } from '../passage.ts';
import { splitSentences } from '../english/sentences.ts';
import { packed } from '../verification/even-chunks.ts';

/** A stretch of one reference; all ranges refer to the whole reference. */
export interface Chunk {
  reference: number;
  span: Span;
  text: string;
  /** Its sentences, in order; pieces of a sentence that was cut. */
  sentences: Span[];
}

/** Tokens of a chunk: RefChecker's for small models, and AlignScore's. */
const CHUNK_TOKENS: Readonly<Record<string, number>> = { nli: 200, align: 350 };

/** Tokens of a chunk under settings, 0 for the checker's own; whole references for a checker without chunks. */
export const chunkTokensOf = (settings: { checker: string; chunkTokens?: number }): number =>
  settings.chunkTokens || (CHUNK_TOKENS[settings.checker] ?? Number.POSITIVE_INFINITY);

/** The chunks of all references, in order; a reference without words has none. Tokens are estimated. */
export function chunksOf(references: readonly string[], maxTokens: number): Chunk[] {
  return references.flatMap((text, reference) =>
    packed(piecesOf(text, maxTokens), maxTokens, tokensOf).map((pieces) => {
      const span = { start: (pieces[0] as Piece).start, end: (pieces.at(-1) as Piece).end };
      const sentences = pieces.map(({ start, end }) => ({ start, end }));
      return { reference, span, text: text.slice(span.start, span.end), sentences };
    }),
  );
}

interface Piece extends Span {
  tokens: number;
}

const tokensOf = ({ tokens }: Piece): number => tokens;

function piecesOf(text: string, maxTokens: number): Piece[] {
  const measured = ({ start, end }: Span): Piece => ({
    start,
    end,
    tokens: estimateTextTokens(text.slice(start, end)),
  });
  const sentences = splitSentences(text);
  // A text of punctuation alone is one piece.
  if (sentences.length === 0 && text.trim() !== '') return [measured({ start: 0, end: text.length })];
  return sentences.flatMap((sentence) => {
    const whole = measured(sentence);
    if (whole.tokens <= maxTokens) return [whole];
    const words = [...text.slice(sentence.start, sentence.end).matchAll(/\S+/g)].map((word) =>
      measured({ start: sentence.start + word.index, end: sentence.start + word.index + word[0].length }),
    );
    return packed(words, maxTokens, tokensOf).map((row) =>
      measured({ start: (row[0] as Piece).start, end: (row.at(-1) as Piece).end }),
    );
  });
}
