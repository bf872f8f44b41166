import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import { isFigure } from '../../../src/english/values/number-words.ts';
import { numberAt } from '../../../src/english/values/number-mentions.ts';

/** The first number of a text. */
function numberIn(text: string) {
  const tokens = tokensOf(text);
  const found = tokens.map((_, index) => numberAt(tokens, index, new Set())).find((one) => one !== null);
  return found ? [found.kind, found.key, found.unit].join(' ').trim() : null;
}

describe('numberAt', () => {
  it.each([
    ['The tower is 828 m high.', 'quantity 828 m'],
    ['She ran it in 9.58 s.', 'quantity 9.58 s'],
    ['The tower is 828 metres high.', 'quantity 828 metr'],
    ['It boils at 100 °C.', 'quantity 100 celsiu'],
    ['It is eight 500 mg tablets.', 'quantity 8 tablet'],
    ['She does two 12-hour shifts.', 'quantity 2 shift'],
    ['It opened in 1921.', 'year 1921'],
    ['It opened in the 1920s.', 'decade 1920'],
    ['It is of the 12th century.', 'century 12'],
    ['She was the third mayor.', 'ordinal 3 mayor'],
    ['It is of the 6th or 7th century.', 'century 6'],
    ['It sank at 11:40 pm.', 'quantity 42000 clock'],
    ['It sank at 11.40 p.m. on Sunday.', 'quantity 42000 clock'],
    ['It opens at 9am.', 'quantity 32400 clock'],
    ['It opens at 9 a.m. daily.', 'quantity 32400 clock'],
    ['It closes at 21:00.', 'quantity 32400 clock'],
    ['It closes at noon.', 'quantity 0 clock'],
    ['She ran it in 2:29:19.', 'quantity 8959 clock'],
    ['It mixes at 3:1.', 'quantity 3'],
    ['It costs 11.40 there.', 'quantity 11.4'],
    ['It is 17 times as massive as ice.', 'quantity 17 times massiv'],
    ['It is four times the size of Wales.', 'quantity 4 times siz'],
    ['It rose three times.', 'quantity 3 tim'],
    ['It crosses seven extra zones.', null],
    ['Ann Berg wrote two more novels.', null],
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
