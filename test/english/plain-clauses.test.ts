import { describe, expect, it } from 'vitest';
import { isLimited, plainClausesOf } from '../../src/english/plain-clauses.ts';
import { readText } from '../../src/english/tokens.ts';

const tokensOf = (text: string) => readText(text).sentences.flat();
const wordsOf = (tokens: readonly { text: string }[]) => tokens.map(({ text }) => text).join(' ');

describe('plainClausesOf', () => {
  it.each([
    ['Ann left, and Tom stayed.', ['Ann left', 'Tom stayed .']],
    ['Ann, who left, wrote (in Oslo) plays.', ['Ann', 'left', 'wrote', 'in Oslo', 'plays .']],
    ['The hall opened because it was paid. It closed.', ['The hall opened', 'it was paid .', 'It closed .']],
    ['Ann met the band in Oslo.', ['Ann met the band in Oslo .']],
    [', ; and', []],
    ['', []],
  ])('%s', (text, clauses) => {
    expect(plainClausesOf(text).map(({ tokens }) => wordsOf(tokens))).toEqual(clauses);
  });

  it('keeps the sentence of each', () => {
    const sentences = plainClausesOf('Ann left, but Tom stayed. It rained.').map(({ sentence }) =>
      wordsOf(sentence),
    );
    expect(sentences).toEqual(['Ann left , but Tom stayed .', 'Ann left , but Tom stayed .', 'It rained .']);
  });
});

describe('isLimited', () => {
  it.each([
    'It was red until 1921.',
    'Her first novel is lost.',
    'The former mayor won.',
    'It never closed.',
    'No hall is open.',
  ])('%s', (text) => {
    expect(isLimited(tokensOf(text))).toBe(true);
  });

  it.each(['It was red in 1921.', 'Her novel is lost.', 'The mayor won.', 'It is a firstborn.', ''])(
    'says what holds: %s',
    (text) => {
      expect(isLimited(tokensOf(text))).toBe(false);
    },
  );
});
