import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote } from '../../src/reference/quote.ts';

const TEXT = 'She said: “It’s  late.” She said: "go".';
const found = (quote: string, from?: number) => {
  const span = findQuote(TEXT, quote, from);
  return span && TEXT.slice(span.start, span.end);
};

describe('findQuote', () => {
  it('finds a text to the letter, or whatever its type', () => {
    expect(found('She said')).toBe('She said');
    expect(found(`"it's late."`)).toBe('“It’s  late.”');
    expect(found(' “GO”. ')).toBe('"go".');
    expect(findQuote(TEXT, 'She said', 1)).toEqual({ start: 24, end: 32 });
    expect(findQuote(TEXT, 'she said', 1)).toEqual({ start: 24, end: 32 });
    expect(findQuote('started art', 'art')).toEqual({ start: 8, end: 11 });
    expect(findQuote('started', 'art')).toEqual({ start: 2, end: 5 });
  });

  it('finds nothing for what is not there, or blank', () => {
    for (const quote of ['He said', '', '  ', '.*', 'late.+']) expect(found(quote)).toBeNull();
  });

  it('finds every piece of a text in that text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, from, length) => {
        const piece = text.slice(from % (text.length + 1), (from + length) % (text.length + 1));
        const span = findQuote(text, piece);
        if (piece.trim() === '') expect(span).toBeNull();
        else expect(text.slice(span?.start, span?.end)).toBe(piece.trim());
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, quote) => {
        const span = findQuote(text, quote);
        expect(span === null || span.end <= text.length).toBe(true);
      }),
    );
  });
});
