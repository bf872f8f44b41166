import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import { isFigure } from '../../../src/english/values/number-words.ts';
import { numberAt } from '../../../src/english/values/number-mentions.ts';

/** The first number of a text. */
function numberIn(text: string) {
  const tokens = tokensOf(text);
  const found = tokens.map((_, index) => numberAt(tokens, index, new Set())).find((one) => one !== null);
  return found && [found.kind, found.key, found.unit].join(' ').trim();
}

describe('numberAt', () => {
  it.each([
    ['The tower is 828 m high.', 'quantity 828 m'],
    ['She ran it in 9.58 s.', 'quantity 9.58 s'],
    ['The tower is 828 metres high.', 'quantity 828 metr'],
    ['It boils at 100 °C.', 'quantity 100 celsiu'],
    ['It opened in 1921.', 'year 1921'],
    ['It opened in the 1920s.', 'decade 1920'],
    ['It is of the 12th century.', 'century 12'],
    ['She was the third mayor.', 'ordinal 3 mayor'],
  ])('%s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });

  it.each([
    ["At 9 I'm up.", 'quantity 9'],
    ["It is 9's turn.", 'quantity 9'],
    ['The 12 of them left.', 'quantity 12'],
    ['It is 828, m is a letter.', 'quantity 828'],
  ])('takes no small word for a unit: %s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });
});

describe('isFigure', () => {
  it.each([
    ['36,000', true],
    ['21st', true],
    ['1960s', true],
    ['3.5', true],
    ['1-2', false],
    ['ten', false],
  ])('%s: %s', (word, is) => {
    expect(isFigure(word)).toBe(is);
  });
});
