/** Numbers as people write them, and what is read of them; compromise reads the same of those that it knows. */
import nlp from 'compromise';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import { mentionsOf } from '../../../src/english/values/mentions.ts';
import { numberAt } from '../../../src/english/values/number-mentions.ts';
import { isFigure } from '../../../src/english/values/number-words.ts';

const read = (text: string) =>
  mentionsOf(tokensOf(text), text, new Set())
    .filter(({ kind }) => /^(?:quantity|year|decade|century|ordinal|date)$/.test(kind))
    .map(({ kind, key }) => `${kind} ${key}`);

/** By ` = `: a form, and the kind and value that it stands for. */
const FORMS = `
105 people = quantity 105
one hundred and five people = quantity 105
one hundred five people = quantity 105
a hundred people = quantity 100
two hundred and six bones = quantity 206
one hundred and sixteen years = quantity 116
nine hundred ninety-nine days = quantity 999
two thousand three hundred and forty-five men = quantity 2345
twelve thousand soldiers = quantity 12000
1,200 soldiers = quantity 1200
344,400 inhabitants = quantity 344400
1,048,576 bytes = quantity 1048576
half a million people = quantity 500000
half a dozen eggs = quantity 6
a dozen eggs = quantity 12
three dozen eggs = quantity 36
36 eggs = quantity 36
two dozen nations = quantity 24
7.5 billion dollars = quantity 7500000000
$7.5bn = quantity 7500000000
$7.5 billion = quantity 7500000000
1.65 billion dollars = quantity 1650000000
four and a half billion years = quantity 4500000000
4,500 million years = quantity 4500000000
4.5 billion years = quantity 4500000000
three million books = quantity 3000000
1.2 million inhabitants = quantity 1200000
two point five metres = quantity 2.5
two hours and five minutes = quantity 125
1 hour 25 minutes = quantity 85
6 feet 2 inches = quantity 74
3 kilometres and 12 minutes = quantity 3, quantity 12
six hundred thousand cars = quantity 600000
two and a half hours = quantity 2.5
twenty players = quantity 20
twenty-five players = quantity 25
twenty five players = quantity 25
ninety-nine balloons = quantity 99
seventy-one percent = quantity 71
71% = quantity 71
71 percent = quantity 71
half of the voters = quantity 0.5
a quarter of the voters = quantity 0.25
three quarters of the voters = quantity 0.75
42.195 kilometres = quantity 42.195
26.2 miles = quantity 26.2
100 °C = quantity 100
nineteen nights = quantity 19
zero points = quantity 0
a fortnight = quantity 1
2^20 bytes = quantity 1048576
the first president = ordinal 1
the 1st president = ordinal 1
the twenty-first president = ordinal 21
the 21st president = ordinal 21
the thirty-second president = ordinal 32
the 32nd president = ordinal 32
the twelfth chapter = ordinal 12
the fifteenth century = century 15
the 15th century = century 15
the twenty-first century = century 21
the 21st century = century 21
the first century = century 1
in the 1990s = decade 1990
in the 1820s = decade 1820
in 1984 = year 1984
in 2024 = year 2024
in 722 = year 722
480 BC = year 480
on 20 July 1969 = date 7-20, year 1969
on July 20th, 1969 = date 7-20, year 1969
on July 20, 1969 = date 7-20, year 1969
on the 20th of July 1969 = date 7-20, year 1969
in October 2008 = date 10, year 2008
in Sept. 2001 = date 9, year 2001
60 to 100 beats = quantity 60, quantity 100
10–12 minutes = quantity 10, quantity 12
between 20 and 40 beats = quantity 20, quantity 40
three or four days = quantity 3, quantity 4
one of the towns =
no numbers at all =
`;
const rows = FORMS.trim()
  .split('\n')
  .map((line) => line.split(/ =\s?/) as [string, string]);

describe('forms of numbers and dates', () => {
  it.each(rows)('%s: %s', (form, expected) => {
    expect(read(`They had it ${form}.`).join(', ')).toBe(expected);
  });

  it('reads what compromise does of forms in words, but for shares, dozens and amounts in two units', () => {
    const isOther = /half|dozen|quarter|fortnight|hours and|[^a-z -]/;
    const inWords = rows.filter(
      ([form, expected]) => /^quantity [\d.]+$/.test(expected) && !isOther.test(form),
    );
    const others = inWords.filter(([form, expected]) => {
      const numbers = nlp(form) as unknown as { numbers(): { json(): { number?: { num?: number } }[] } };
      const found = numbers.numbers().json()[0]?.number?.num;
      return typeof found === 'number' && `quantity ${found}` !== expected;
    });
    expect(inWords.length).toBeGreaterThan(15);
    expect(others.map(([form]) => form)).toEqual([]);
  });

  it('reads decimals in words before a scale, which compromise does not', () => {
    expect(read('It cost one point two five million euros.')).toEqual(['quantity 1250000']);
    expect(read('At this point two million came.')).toEqual(['quantity 2000000']);
  });
});

/** The first number of a text. */
function numberIn(text: string) {
  const tokens = tokensOf(text);
  const found = tokens.map((_, index) => numberAt(tokens, index, new Set())).find((one) => one !== null);
  return found ? [found.kind, found.key, found.unit].join(' ').trim() : null;
}

describe('a number with its unit', () => {
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
    // no small word is a unit
    ["At 9 I'm up.", 'quantity 9'],
    ["It is 9's turn.", 'quantity 9'],
    ['The 12 of them left.', 'quantity 12'],
    ['It is 828, m is a letter.', 'quantity 828'],
  ])('%s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });
});

it.each([
  ['36,000', true],
  ['21st', true],
  ['1960s', true],
  ['3.5', true],
  ['1-2', false],
  ['ten', false],
])('isFigure: %s: %s', (word, is) => {
  expect(isFigure(word)).toBe(is);
});
