import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLimited,
  isPlacedAt,
  plainClauseAt,
  plainClausesOf,
  spanOf,
} from '../../src/english/plain-clauses.ts';
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

describe('plainClauseAt', () => {
  it('finds the clause around a place, and none between two', () => {
    const text = 'Ann left, and Tom stayed.';
    const at = (word: string) => plainClauseAt(text, text.indexOf(word))?.tokens.map((token) => token.text);
    expect(at('left')).toEqual(['Ann', 'left']);
    expect(at('stayed')).toEqual(['Tom', 'stayed', '.']);
    expect(at(',')).toBeUndefined();
    expect(at('and')).toBeUndefined();
    expect(plainClauseAt(text, text.length)).toBeUndefined();
    expect(plainClauseAt('', 0)).toBeUndefined();
  });

  it('finds what a look at every clause does', () => {
    const words = fc.constantFrom(
      'Ann',
      'left',
      ',',
      'and',
      '.',
      'Tom',
      '(',
      ')',
      'which',
      'Oslo',
      '\n\n',
      '😀',
    );
    const texts = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 25 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join(' ');
        for (let place = 0; place <= text.length; place++) {
          const around = plainClausesOf(text).find(({ tokens }) => {
            const { start, end } = spanOf(tokens);
            return start <= place && place < end;
          });
          expect(plainClauseAt(text, place)).toBe(around);
        }
      }),
    );
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

describe('isPlacedAt', () => {
  it.each([
    ['She lived in Paris.', true],
    ['She moved to the Netherlands.', true],
    ['It lies between Paris and Rome.', true],
    ['The teachers of Paris met.', false],
    ['She likes Paris.', false],
    ['Paris is old.', false],
  ])('%s', (text, isPlaced) => {
    expect(isPlacedAt(tokensOf(text), text.search(/Paris|Netherlands/))).toBe(isPlaced);
  });
});
