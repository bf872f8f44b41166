import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWordKind } from '../../../src/passage.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues, valueRelation } from '../../../src/local/contradiction/stated-values.ts';
import { read } from './marked.ts';

const valuesIn = (text: string) =>
  read(text)
    .values.filter(({ mention: { kind } }) => !isWordKind(kind))
    .map(({ mention: { kind, key, unit } }) => [kind, key, unit].join(' ').trim());

describe('readValues', () => {
  it.each([
    ['She was born in 1912.', ['year 1912']],
    ['He ruled from May 896 to 897.', ['date 5', 'year 896', 'year 897']],
    ['It began in the 1980s of the 20th century.', ['decade 1980', 'century 20']],
    ['The feast is on 25 October or May 1st.', ['date 10-25', 'date 5-1']],
    ['She won twenty-three medals and 1,200 votes.', ['quantity 23 medal', 'quantity 1200 vot']],
    ['The vote was 41 to 380, one of the clearest.', ['quantity 41', 'quantity 380']],
    ['It lasted from 641 to 668.', ['year 641', 'year 668']],
    ['Five small wooden boats sank, and one remained.', ['quantity 5 boat', 'quantity 1 remain']],
    ['He died at the age of 61, 2 years after his wife.', ['quantity 61 year', 'quantity 2 year']],
    ['It was the last station.', ['ordinal -1 statio']],
    ['It cost 1.5 million dollars.', ['quantity 1500000 dollar']],
    ['It cost $1.5 million.', ['quantity 1500000 dollar']],
    ['Shares fell 4% to 20 °C.', ['quantity 4 percen', 'quantity 20 celsiu']],
    ['It melts at 30 degrees Celsius.', ['quantity 30 celsiu']],
    ['It holds twice as much, half as long.', ['quantity 2 tim', 'quantity 0.5 tim']],
    ['Two thirds of it burned, half of them.', ['quantity 0.6666666666666666 fracti', 'quantity 0.5 fracti']],
    ['He made a third film in the first half of May.', ['ordinal 3 film', 'ordinal 1 half', 'date 5']],
    ['He was the third president.', ['ordinal 3 presid']],
    ['A Polish painter lived in Warsaw.', ['people polish', 'place warsaw']],
    ['He read the Boston Herald in Florence.', ['name boston herald', 'place florence']],
    ['Florence Berg won the Spanish Cup.', ['name florence berg', 'people spanish', 'name spanish cup']],
    ['The Dutch East India Office closed.', ['people dutch', 'name dutch east india office']],
    ['The West Indies Company closed in Goa.', ['name west indies company', 'place goa']],
    ['The West Indies Hospital closed in Goa.', ['place west indies', 'place goa']],
    ['She moved to New York City.', ['place new york city']],
    ['He studied with Vera Hall.', ['name vera hall']],
    ['He was born in 36 BCE.', ['year 36']],
    ['The race was held at Whistler Sliding Centre.', ['name whistler sliding centre']],
  ])('%s', (text, expected) => {
    expect(valuesIn(text)).toEqual(expected);
  });

  it('reads a superlative as the first where a text ranks by it', () => {
    const ranked = new Set(['tallest', 'most populo']);
    const ordinals = (text: string) =>
      readValues(text, () => false, { denied: new Set(), ranked, names: new Set<string>() })
        .values.filter(({ mention: { kind } }) => kind === 'ordinal')
        .map(({ mention: { text, key, unit } }) => [text, key, unit]);
    expect(ordinals('It is the tallest, and the third-tallest of all.')).toEqual([
      ['tallest', '1', 'tallest'],
      ['third-tallest', '3', 'tallest'],
    ]);
    expect(ordinals('It is the most populous and the largest.')).toEqual([
      ['most populous', '1', 'most populo'],
    ]);
  });

  it('holds each value where it stands, whatever the text', () => {
    const piece = fc.constantFrom(
      ...['In 1912 ', 'constructor ', 'Paris, ', '12 May ', 'the third ', '… “Łódź” ', '7 ', '. '],
      ...['was not ', "didn't ", 'a chemist ', 'rose ', "' "],
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string({ unit: 'grapheme' }), (pieces, tail) => {
        const text = pieces.join('') + tail;
        for (const { mention, start, end } of read(text).values) {
          expect(text.slice(start, end)).toBe(mention.text);
        }
      }),
    );
  });

  it('finds the same values of another text, in order', () => {
    const { values, same } = read('In May 1912 he had 344,400 men. By 1912 he had 344,000 men in Warsaw.');
    const placesOf = (text: string) => {
      const [value] = read(text).values;
      return value && same(value).map((one) => values.indexOf(one));
    };
    const years = [...values.keys()].filter((index) => values[index]?.mention.kind === 'year');
    const quantities = [...values.keys()].filter((index) => values[index]?.mention.kind === 'quantity');
    expect(placesOf('It was in 1912.')).toEqual(years);
    expect(placesOf('It was in 1913.')).toEqual([]);
    expect(placesOf('There were 344,000 men.')).toEqual(quantities);
    expect(years).toHaveLength(2);
    expect(quantities).toHaveLength(2);
  });
});

it('values of one id are one to every other: a "starter" may have ended, what started has not', () => {
  const [started, starter, ended] = ['It started.', 'It was the starter.', 'It ended.'].map(
    (text) => read(text).values.find(({ mention }) => mention.kind === 'opposite') as Value,
  ) as [Value, Value, Value];
  expect([valueRelation(started, ended), valueRelation(starter, ended)]).toEqual([
    'different',
    'incomparable',
  ]);
});

it.each([
  ['She worked in France, Germany and Japan.', ['France', 'Germany', 'Japan']],
  ['She wrote for papers such as the Vaylo Herald.', ['Vaylo Herald']],
  ['She worked in France and Japan.', []],
  // one lies in the other
  ['She was born in Warsaw, Poland, Europe.', []],
  ['She met Vera Hall, Ivo Lind and left for Tom Hill.', []],
])('isOneOfSeveral: %s', (text, expected) => {
  const values = read(text).values.filter(({ isOneOfSeveral }) => isOneOfSeveral);
  expect(values.map(({ mention }) => mention.text)).toEqual(expected);
});
