import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readValues } from '../../../src/consistency/statements/values.ts';

const valuesIn = (text: string) =>
  readValues(text, () => false).values.map(({ mention: { kind, key, unit } }) =>
    [kind, key, unit].join(' ').trim(),
  );

describe('readValues', () => {
  it.each([
    ['She was born in 1912.', ['year 1912']],
    ['He ruled from May 896 to 897.', ['date 5', 'year 896', 'year 897']],
    ['It began in the 1980s of the 20th century.', ['decade 1980', 'century 20']],
    ['The feast is on 25 October or May 1st.', ['date 10-25', 'date 5-1']],
    ['She won twenty-three medals and 1,200 votes.', ['quantity 23 medal', 'quantity 1200 vot']],
    ['It cost 1.5 million dollars.', ['quantity 1500000 dollar']],
    ['He was the third president.', ['ordinal 3 presid']],
    ['A Polish painter lived in Warsaw.', ['people polish', 'place warsaw']],
    ['She moved to New York City.', ['place new york city']],
    ['He studied with Vera Hall.', ['name vera hall']],
    ['The race was held at Whistler Sliding Centre.', ['name whistler sliding centre']],
  ])('%s', (text, expected) => {
    expect(valuesIn(text)).toEqual(expected);
  });

  it('holds each value where it stands, whatever the text', () => {
    const piece = fc.constantFrom(
      'In 1912 ',
      'constructor ',
      'Paris, ',
      '12 May ',
      'the third ',
      '… “Łódź” ',
      '7 ',
      '. ',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string({ unit: 'grapheme' }), (pieces, tail) => {
        const text = pieces.join('') + tail;
        for (const { mention, start, end } of readValues(text, () => false).values) {
          expect(text.slice(start, end)).toBe(mention.text);
        }
      }),
    );
  });
});
