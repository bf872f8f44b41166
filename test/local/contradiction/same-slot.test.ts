import { describe, expect, it } from 'vitest';
import { wordKey } from '../../../src/english/content-words.ts';
import {
  shareParticipant,
  isOpen,
  isOfStranger,
  isSaidAlike,
  slotRelation,
} from '../../../src/local/contradiction/same-slot.ts';
import { valueIn } from './marked.ts';

const relation = (one: string, other: string) => slotRelation(valueIn(one), valueIn(other));

describe('slotRelation', () => {
  it.each([
    ['The hall opened in [1921].', 'The hall was opened in [1934].'],
    ['The firm was founded by Ann Berg in [1921].', 'In [1934] Ann Berg established the firm.'],
    ['She was a member of the Vaylo Senate from [1975].', 'From [1981] Ann was a member of the Senate.'],
    ['A spider has [six] legs.', 'A spider walks on [eight] legs.'],
    ['Mira was the wife of [Zeus].', 'She was the wife of [Odin].'],
    ['The painting hangs in [Paris].', 'The painting is kept in [Rome].'],
    [
      'Ann Berg shared the Nobel Prize in Physiology or Medicine in [1952].',
      'She shared the [1945] Nobel Prize.',
    ],
    ['The Game Boy, designed by [Ann Berg], followed.', 'The Game Boy was designed by [Ivo Lind].'],
    ['Heat the pot at [150] °C.', 'Preheat the pot at [230] °C.'],
  ] as const)('%s is in the slot of %s', (one, other) => {
    expect(relation(one, other)).toBe('same');
  });

  it.each([
    ['The hall was built in [1921].', 'The hall opened in [1934].'],
    ['A song on the [Onyx Road] album gave it a name.', 'The band released the album [Amber Hall].'],
    ['It was published in a printing of [8,000] copies.', 'It has sold [50 million] copies.'],
    ['She shared the Nobel Prize in [1911] with Ivo Lind.', 'She shared the [1903] Booker Prize.'],
    ['The German edition was launched in [2001].', 'Vaylopedia was launched in [1999].'],
    ['The delta covers [40] square kilometres.', 'The Danube is [90] kilometres long.'],
    ['It has a length of [90] metres.', 'It has [40] metres between the two towers.'],
    ['The prize in economics was first given in [1969].', 'The prizes were first given in [1901].'],
    ['Its first shop outside Spain opened in [1988].', 'Zara opened its first shop in [1975].'],
    ['Until 1960, the capital of Brazil was [Rio de Janeiro].', 'The capital of Brazil is [Brasília].'],
    ['It opened its first store in Berlin in [1974].', 'It opened its first store in Oslo in [1958].'],
    ['She won 23 titles in [1999].', 'She won many titles and retired in [2022].'],
    ['Work on the hall began in [1921].', 'Work on the hall ended in [1934].'],
    ['A newborn calf weighs [2] tonnes.', 'Adult whales weigh [150] tonnes.'],
    ['She won the Nobel Prize in Physics in [1903].', 'She won the Nobel Prize in Chemistry in [1911].'],
    ['Ann landed near the [Iwo Jima].', 'Ann landed in [Havana].'],
    ['Ann Berg designed the [Automatic Engine].', 'Ann Berg designed the bombe with [Gordon Hall].'],
    ['Ann Reyes scored in the [12th] minute.', 'Bob Cole scored in the [44th] minute.'],
    // along which side, which of several, of which age
    ['The dam stands [221] metres high.', 'The dam is [379] metres long.'],
    ['She won her first title in [1999].', 'She won her last title in [2017].'],
    ['A baby has [300] bones.', 'A grown person has [206] bones.'],
    ['Lindo launched the Famicom console in [1983].', 'Lindo was founded in [1889].'],
    // where it is, and what of
    ['Portby is situated on the [Coast Path].', 'Portby is the start of the [Camel Trail].'],
    // what influenced it, and whose it became, are told with one noun
    [
      'Adun was influenced by the languages of the [Elves].',
      'Adun was adopted as the language of the [Faithful].',
    ],
    // two names with a word in common, two works by their numbers, who was one thing in turn, and several that are
    ['Vaylo Tower is [333] metres high.', 'The Vaylo Needle is [634] metres tall.'],
    ['The Ninth was first played in [1824].', "Berg's Fifth was first played in [1808]."],
    [
      'Since [2011] the president has been Ann Berg.',
      'Ivo Lind, hired from Vaylo, was president from [1983] to 1993.',
    ],
    ['The newest member is [Croatia].', 'Sweden, Finland and [Austria] became members in 1995.'],
    // denied of the one, and two of two peoples
    ['It is not [one] reef.', 'It is [900] reefs.'],
    ['The race was won by the [Korean] Sohn Kee.', 'The race was won by the [American] Jesse Hall.'],
    // two offices, and one of two bodies
    ['She was a member of the delegation in [1950].', 'She was chairman of the board in [1948].'],
    [
      'She was a member of the Vaylo Senate from [1975].',
      'She was a member of the Leith Council from [1981].',
    ],
    // for whom, and before whom
    ['She made her debut for Vaylo in [1921].', 'She made her debut for Leith in [1934].'],
    ['He was elected to the Senate of Vaylo in [1921].', 'He was elected to the Leith Council in [1882].'],
    // what somebody was, and what happened; what somebody played, and where
    ['She was a member of the Senate in [1921].', 'Her first match took place in [1934].'],
    ['He played football in [1921].', 'The final was held in [1934].'],
    // the one is reported, the other has it
    ['A missing page is reported with code [404].', 'An internal fault has the code [500].'],
    ['The firm began trading in [1986].', 'The firm was set up in [1975].'],
    // what is built, and who builds
    ['The [Berlin] Wall was built in 1961.', 'The wall was built by [East Germany].'],
  ] as const)('%s is in another slot than %s', (one, other) => {
    expect(relation(one, other)).not.toBe('same');
  });
});

it.each([
  ['Peridot is [purple].', 'It is [green].', true],
  ['Sweden is [smaller] than Norway.', 'Sweden is the [larger] of the two.', true],
  ['Sweden is [smaller] than Norway.', 'Sweden is [larger] than Denmark.', false],
  ['The summer is [hot].', 'The winter is [cold].', false],
  ['It is [purple].', 'It is not [green].', false],
] as const)('isSaidAlike: %s and %s are of one thing: %s', (one, other, expected) => {
  expect(isSaidAlike(valueIn(one), valueIn(other))).toBe(expected);
});

describe('isOfStranger', () => {
  const known = new Set(['Berg', 'Hall', 'company'].map(wordKey));
  it.each([
    ['The Vaylo Tower opened in [1921].', true],
    ["Lind's pyramid was opened in [1921].", true],
    ['Ada Lind founded the Vaylo Guild in [1921].', true],
    // somebody else may do it to what is known
    ['Ada Lind founded the company in [1921].', false],
    ['The Berg Hall opened in [1921].', false],
    ['The pyramid opened in [1921].', false],
    ['It opened in [1921].', false],
    // the name itself is the value
    ['[Ada Lind] opened it.', false],
  ])('%s: %s', (text, is) => {
    expect(isOfStranger(valueIn(text), (key) => known.has(key))).toBe(is);
  });
});

it.each([
  ['It was designed by [Ann Berg].', 'It was designed by [Ivo Lind].'],
  ['She married [Tom Hall].', 'She married [Ivo Lind].'],
] as const)('shareParticipant: %s, %s', (one, other) => {
  expect(shareParticipant(valueIn(one), valueIn(other))).toBe(true);
});

it.each([
  ['She married [Tom Hall].', false],
  // each text may name others
  ['She appeared in [Vaylo Nights].', true],
  ['She played for [Vaylo].', true],
  ['She is a member of the [Vaylo Forum].', true],
])('isOpen: %s: %s', (text, is) => {
  expect(isOpen(valueIn(text))).toBe(is);
});
