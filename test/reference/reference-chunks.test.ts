import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../../src/models/budget/token-estimate.ts';
import { chunksOf } from '../../src/reference/reference-chunks.ts';
import { placeIn } from '../../src/reference/nli-checker.ts';

describe('chunksOf', () => {
  it('puts whole sentences together as long as they fit, reference by reference', () => {
    // 13, 14 and 12 characters: 4, 4 and 3 tokens
    const text = 'Ann Lee sang. Bo Day danced. Cy Fox wept.';
    expect(chunksOf([text, 'Di Ray ran.'], 8).map(({ reference, text: own }) => [reference, own])).toEqual([
      [0, 'Ann Lee sang. Bo Day danced.'],
      [0, 'Cy Fox wept.'],
      [1, 'Di Ray ran.'],
    ]);
    expect(chunksOf([text], 200)).toMatchObject([
      {
        text,
        sentences: [
          { start: 0, end: 13 },
          { start: 14, end: 28 },
          { start: 29, end: 41 },
        ],
      },
    ]);
  });

  it('cuts a sentence that is too long between words', () => {
    const text = 'one two three four five six seven eight nine ten';
    const chunks = chunksOf([text], 4);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(text);
  });

  it('has nothing of blank texts, and all of marks alone', () => {
    expect(chunksOf(['', ' \n'], 20)).toEqual([]);
    expect(chunksOf(['...'], 20).map(({ text }) => text)).toEqual(['...']);
  });

  it('loses no word, stays within the limit, and knows its places', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,8}[.,!]?$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.integer({ min: 16, max: 40 }), (words, limit) => {
        const text = words.join(' ');
        const chunks = chunksOf([text], limit);
        expect(
          chunks
            .map((chunk) => chunk.text)
            .join(' ')
            .split(' ')
            .join(''),
        ).toBe(words.join(''));
        for (const { span, text: own, sentences } of chunks) {
          expect(text.slice(span.start, span.end)).toBe(own);
          expect([sentences[0]?.start, sentences.at(-1)?.end]).toEqual([span.start, span.end]);
          expect(estimateTextTokens(own)).toBeLessThanOrEqual(limit + sentences.length);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('placeIn', () => {
  const text = 'It rained. Ann Lee sang in Leeds. Ann slept.';
  const [chunk] = chunksOf(['An introduction.', text], 200).slice(1);
  const quoted = (statement: string) => {
    const { reference, span } = placeIn(chunk as NonNullable<typeof chunk>, statement);
    expect(reference).toBe(1);
    return text.slice(span.start, span.end);
  };

  it('is the sentence that shares most words, the first of equals, else the chunk', () => {
    expect(quoted('Ann Lee sang in York')).toBe('Ann Lee sang in Leeds.');
    expect(quoted('Ann')).toBe('Ann Lee sang in Leeds.');
    expect(quoted('Ann was sleeping; she slept')).toBe('Ann slept.');
    expect(quoted('Bo')).toBe(text);
  });
});
