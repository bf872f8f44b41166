/** Locates a quotation of a model in its source text. */
import type { Span } from '../passage.ts';

const APOSTROPHES = "['’‘`]";
const QUOTATION_MARKS = '["“”„«»]';

/**
 * The first occurrence of a quote at or after `from`: as whole words, literally; else ignoring case, white space and
 * kinds of quotation mark; else within words. Null for a blank quote, and where there is none.
 */
export function findQuote(text: string, quote: string, from = 0): Span | null {
  const wanted = quote.trim();
  if (wanted === '') return null;
  const exact = firstMatch(text, wholeWords(wanted, escaped(wanted)), { flags: 'gu', from });
  if (exact) return exact;
  const pattern = wanted.split(/\s+/).map(loosely).join('\\s+');
  const loose = firstMatch(text, wholeWords(wanted, pattern), { flags: 'giu', from });
  if (loose) return loose;
  const start = text.indexOf(wanted, from);
  return start < 0 ? null : { start, end: start + wanted.length };
}

function firstMatch(
  text: string,
  pattern: string,
  { flags, from }: { flags: string; from: number },
): Span | null {
  const expression = new RegExp(pattern, flags);
  expression.lastIndex = from;
  const match = expression.exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}

/** A quote that begins or ends with a letter or digit must do so at a word boundary. */
function wholeWords(quote: string, pattern: string): string {
  const before = /^[\p{L}\p{N}]/u.test(quote) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(quote) ? '(?![\\p{L}\\p{N}])' : '';
  return before + pattern + after;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const loosely = (word: string): string =>
  escaped(word)
    .replace(/['’‘`]/g, APOSTROPHES)
    .replace(/["“”„«»]/g, QUOTATION_MARKS);
