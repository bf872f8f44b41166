/** Clauses by commas and conjunctions alone, for readings that must not hang on the grammar of a sentence. */
import { memoize } from '../common/memoize.ts';
import type { Span } from '../passage.ts';
import { readText, type Token } from './tokens.ts';

export interface PlainClause {
  tokens: readonly Token[];
  sentence: readonly Token[];
}

const BREAK =
  /^(?:[,;:()–—]|and|but|while|whereas|although|though|which|who|whose|that|because|since|where|when|if)$/;

/** What stands between the words that match, without empty parts. */
export function partsAt(tokens: readonly Token[], joint: RegExp): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (joint.test(token.lower)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter(({ length }) => length > 0);
}

/** In order. */
export const plainClausesOf: (text: string) => readonly PlainClause[] = memoize((text) =>
  readText(text).sentences.flatMap((sentence) =>
    partsAt(sentence, BREAK).map((tokens) => ({ tokens, sentence })),
  ),
);

export const spanOf = (tokens: readonly Token[]): Span => ({
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
});

/** What such a clause says need not hold at other times, is one of several, or is denied. */
const LIMITS = /^(?:until|till|once|former|formerly|originally|first|last|final|later|earlier|not|never|no)$/;
export const isLimited = (tokens: readonly Token[]): boolean =>
  tokens.some(({ lower }) => LIMITS.test(lower));
