import { describe, expect, it } from 'vitest';
import { wordKey } from '../../../src/english/content-words.ts';
import {
  shareParticipant,
  isOpen,
  isOfStranger,
  isSaidAlike,
  slotRelation,
} from '../../../src/local/contradiction/same-slot.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';

const valueIn = (text: string, name: string): Value =>
  readValues(text, () => false).values.find(({ mention }) => mention.text === name) as Value;
const relation = ([one, value]: readonly [string, string], [other, instead]: readonly [string, string]) =>
  slotRelation(valueIn(one, value), valueIn(other, instead));

describe('slotRelation', () => {
  it.each([
    [
      ['The hall opened in 1921.', '1921'],
      ['The hall was opened in 1934.', '1934'],
    ],
    [
      ['The firm was founded by Ann Berg in 1921.', '1921'],
      ['In 1934 Ann Berg established the firm.', '1934'],
    ],
    [
      ['She was a member of the Vaylo Senate from 1975.', '1975'],
      ['From 1981 Ann was a member of the Senate.', '1981'],
    ],
    [
      ['A spider has six legs.', 'six'],
      ['A spider walks on eight legs.', 'eight'],
    ],
    [
      ['Mira was the wife of Zeus.', 'Zeus'],
      ['She was the wife of Odin.', 'Odin'],
    ],
    [
      ['The painting hangs in Paris.', 'Paris'],
      ['The painting is kept in Rome.', 'Rome'],
    ],
    [
      ['Ann Berg shared the Nobel Prize in Physiology or Medicine in 1952.', '1952'],
      ['She shared the 1945 Nobel Prize.', '1945'],
    ],
    [
      ['The Game Boy, designed by Ann Berg, followed.', 'Ann Berg'],
      ['The Game Boy was designed by Ivo Lind.', 'Ivo Lind'],
    ],
    [
      ['Heat the pot at 150 °C.', '150'],
      ['Preheat the pot at 230 °C.', '230'],
    ],
  ] as const)('%s is in the slot of %s', (one, other) => {
    expect(relation(one, other)).toBe('same');
  });

  it.each([
    [
      ['The hall was built in 1921.', '1921'],
      ['The hall opened in 1934.', '1934'],
    ],
    [
      ['A song on the Onyx Road album gave it a name.', 'Onyx Road'],
      ['The band released the album Amber Hall.', 'Amber Hall'],
    ],
    [
      ['It was published in a printing of 8,000 copies.', '8,000'],
      ['It has sold 50 million copies.', '50 million'],
    ],
    [
      ['She shared the Nobel Prize in 1911 with Ivo Lind.', '1911'],
      ['She shared the 1903 Booker Prize.', '1903'],
    ],
    [
      ['The German edition was launched in 2001.', '2001'],
      ['Vaylopedia was launched in 1999.', '1999'],
    ],
    [
      ['The delta covers 40 square kilometres.', '40'],
      ['The Danube is 90 kilometres long.', '90'],
    ],
    [
      ['It has a length of 90 metres.', '90'],
      ['It has 40 metres between the two towers.', '40'],
    ],
    [
      ['The prize in economics was first given in 1969.', '1969'],
      ['The prizes were first given in 1901.', '1901'],
    ],
    [
      ['Its first shop outside Spain opened in 1988.', '1988'],
      ['Zara opened its first shop in 1975.', '1975'],
    ],
    [
      ['Until 1960, the capital of Brazil was Rio de Janeiro.', 'Rio de Janeiro'],
      ['The capital of Brazil is Brasília.', 'Brasília'],
    ],
    [
      ['It opened its first store in Berlin in 1974.', '1974'],
      ['It opened its first store in Oslo in 1958.', '1958'],
    ],
    [
      ['She won 23 titles in 1999.', '1999'],
      ['She won many titles and retired in 2022.', '2022'],
    ],
    [
      ['Work on the hall began in 1921.', '1921'],
      ['Work on the hall ended in 1934.', '1934'],
    ],
    [
      ['A newborn calf weighs 2 tonnes.', '2'],
      ['Adult whales weigh 150 tonnes.', '150'],
    ],
    [
      ['She won the Nobel Prize in Physics in 1903.', '1903'],
      ['She won the Nobel Prize in Chemistry in 1911.', '1911'],
    ],
    [
      ['Ann landed near the Iwo Jima.', 'Iwo Jima'],
      ['Ann landed in Havana.', 'Havana'],
    ],
    [
      ['Ann Berg designed the Automatic Engine.', 'Automatic Engine'],
      ['Ann Berg designed the bombe with Gordon Hall.', 'Gordon Hall'],
    ],
    [
      ['Ann Reyes scored in the 12th minute.', '12th'],
      ['Bob Cole scored in the 44th minute.', '44th'],
    ],
    // along which side, which of several, of which age
    [
      ['The dam stands 221 metres high.', '221'],
      ['The dam is 379 metres long.', '379'],
    ],
    [
      ['She won her first title in 1999.', '1999'],
      ['She won her last title in 2017.', '2017'],
    ],
    [
      ['A baby has 300 bones.', '300'],
      ['A grown person has 206 bones.', '206'],
    ],
    [
      ['Lindo launched the Famicom console in 1983.', '1983'],
      ['Lindo was founded in 1889.', '1889'],
    ],
    // where it is, and what of
    [
      ['Portby is situated on the Coast Path.', 'Coast Path'],
      ['Portby is the start of the Camel Trail.', 'Camel Trail'],
    ],
    // what influenced it, and whose it became, are told with one noun
    [
      ['Adun was influenced by the languages of the Elves.', 'Elves'],
      ['Adun was adopted as the language of the Faithful.', 'Faithful'],
    ],
    // two names with a word in common, two works by their numbers, who was one thing in turn, and several that are
    [
      ['Vaylo Tower is 333 metres high.', '333'],
      ['The Vaylo Needle is 634 metres tall.', '634'],
    ],
    [
      ['The Ninth was first played in 1824.', '1824'],
      ["Berg's Fifth was first played in 1808.", '1808'],
    ],
    [
      ['Since 2011 the president has been Ann Berg.', '2011'],
      ['Ivo Lind, hired from Vaylo, was president from 1983 to 1993.', '1983'],
    ],
    [
      ['The newest member is Croatia.', 'Croatia'],
      ['Sweden, Finland and Austria became members in 1995.', 'Austria'],
    ],
    // denied of the one, and two of two peoples
    [
      ['It is not one reef.', 'one'],
      ['It is 900 reefs.', '900'],
    ],
    [
      ['The race was won by the Korean Sohn Kee.', 'Korean'],
      ['The race was won by the American Jesse Hall.', 'American'],
    ],
    // two offices, and one of two bodies
    [
      ['She was a member of the delegation in 1950.', '1950'],
      ['She was chairman of the board in 1948.', '1948'],
    ],
    [
      ['She was a member of the Vaylo Senate from 1975.', '1975'],
      ['She was a member of the Leith Council from 1981.', '1981'],
    ],
    // for whom, and before whom
    [
      ['She made her debut for Vaylo in 1921.', '1921'],
      ['She made her debut for Leith in 1934.', '1934'],
    ],
    [
      ['He was elected to the Senate of Vaylo in 1921.', '1921'],
      ['He was elected to the Leith Council in 1882.', '1882'],
    ],
    // what somebody was, and what happened; what somebody played, and where
    [
      ['She was a member of the Senate in 1921.', '1921'],
      ['Her first match took place in 1934.', '1934'],
    ],
    [
      ['He played football in 1921.', '1921'],
      ['The final was held in 1934.', '1934'],
    ],
    // the one is reported, the other has it
    [
      ['A missing page is reported with code 404.', '404'],
      ['An internal fault has the code 500.', '500'],
    ],
    [
      ['The firm began trading in 1986.', '1986'],
      ['The firm was set up in 1975.', '1975'],
    ],
    // what is built, and who builds
    [
      ['The Berlin Wall was built in 1961.', 'Berlin'],
      ['The wall was built by East Germany.', 'East Germany'],
    ],
  ] as const)('%s is in another slot than %s', (one, other) => {
    expect(relation(one, other)).not.toBe('same');
  });
});

describe('isSaidAlike', () => {
  const alike = ([one, value]: readonly [string, string], [other, instead]: readonly [string, string]) =>
    isSaidAlike(valueIn(one, value), valueIn(other, instead));

  it.each([
    [['Peridot is purple.', 'purple'], ['It is green.', 'green'], true],
    [['Sweden is smaller than Norway.', 'smaller'], ['Sweden is the larger of the two.', 'larger'], true],
    [['Sweden is smaller than Norway.', 'smaller'], ['Sweden is larger than Denmark.', 'larger'], false],
    [['The summer is hot.', 'hot'], ['The winter is cold.', 'cold'], false],
    [['It is purple.', 'purple'], ['It is not green.', 'green'], false],
  ] as const)('%s and %s are of one thing: %s', (one, other, expected) => {
    expect(alike(one, other)).toBe(expected);
  });
});

describe('isOfStranger', () => {
  const known = new Set(['Berg', 'Hall', 'company'].map(wordKey));
  it.each([
    ['The Vaylo Tower opened in 1921.', '1921', true],
    ["Lind's pyramid was opened in 1921.", '1921', true],
    ['Ada Lind founded the Vaylo Guild in 1921.', '1921', true],
    // somebody else may do it to what is known
    ['Ada Lind founded the company in 1921.', '1921', false],
    ['The Berg Hall opened in 1921.', '1921', false],
    ['The pyramid opened in 1921.', '1921', false],
    ['It opened in 1921.', '1921', false],
    // the name itself is the value
    ['Ada Lind opened it.', 'Ada Lind', false],
  ])('%s (%s): %s', (text, value, is) => {
    expect(isOfStranger(valueIn(text, value), (key) => known.has(key))).toBe(is);
  });
});

describe('shareParticipant', () => {
  it.each([
    [
      ['It was designed by Ann Berg.', 'Ann Berg'],
      ['It was designed by Ivo Lind.', 'Ivo Lind'],
    ],
    [
      ['She married Tom Hall.', 'Tom Hall'],
      ['She married Ivo Lind.', 'Ivo Lind'],
    ],
  ] as const)('%s, %s', ([one, value], [other, instead]) => {
    expect(shareParticipant(valueIn(one, value), valueIn(other, instead))).toBe(true);
  });
});

describe('isOpen', () => {
  it.each([
    ['She married Tom Hall.', 'Tom Hall', false],
    // each text may name others
    ['She appeared in Vaylo Nights.', 'Vaylo Nights', true],
    ['She played for Vaylo.', 'Vaylo', true],
    ['She is a member of the Vaylo Forum.', 'Vaylo Forum', true],
  ])('%s, %s: %s', (text, value, is) => {
    expect(isOpen(valueIn(text, value))).toBe(is);
  });
});
