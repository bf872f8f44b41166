import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../src/text/tokens.ts';

describe('readText', () => {
  it('tags tokens and gives their dictionary form', () => {
    const [tokens = []] = readText('Ann was born in 1912.').sentences;
    expect(tokens.map(({ text, lemma, pos }) => [text, lemma, pos])).toEqual([
      ['Ann', 'ann', 'PROPN'],
      ['was', 'be', 'AUX'],
      ['born', 'bear', 'VERB'],
      ['in', 'in', 'ADP'],
      ['1912', '1912', 'NUM'],
      ['.', '.', 'PUNCT'],
    ]);
  });

  it('keeps a word whole that opens with a letter the tokenizer does not know', () => {
    expect(
      readText('Emperor Ōjin ruled.')
        .sentences.flat()
        .map(({ text }) => text),
    ).toContain('Ōjin');
  });

  it('places every token exactly, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        let cursor = 0;
        for (const token of readText(text).sentences.flat()) {
          expect(text.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(cursor);
          cursor = token.end;
        }
      }),
      { numRuns: 500 },
    );
  });
});
