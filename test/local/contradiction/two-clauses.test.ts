import { describe, expect, it } from 'vitest';
import { deniedIn } from '../../../src/english/values/word-mentions.ts';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';
import { areOfLists, areToldOfTwo } from '../../../src/local/contradiction/two-clauses.ts';

type Place = readonly [text: string, word: string];

function valuesOf(places: readonly [Place, Place]): [Value, Value] {
  const denied = new Set(places.flatMap(([text]) => deniedIn(tokensOf(text))));
  return places.map(([text, word]) => {
    const apart = { denied, ranked: new Set<string>(), names: new Set<string>() };
    const found = readValues(text, () => false, apart).values.find(({ mention }) => mention.text === word);
    if (found === undefined) throw new Error(`no value ${word} in ${text}`);
    return found;
  }) as [Value, Value];
}

describe('areToldOfTwo', () => {
  it.each([
    [
      ['Its victory over Denmark counts.', 'victory'],
      ['It lost the match by a defeat.', 'lost'],
    ],
    [
      ['Hens did not join.', 'did not join'],
      ['Dogs joined in 1921.', 'joined'],
    ],
    [
      ['Birds lose weight.', 'lose'],
      ['A father keeps eggs.', 'keeps'],
    ],
    [
      ['It called for legal abortion.', 'legal'],
      ['They paid for illegal abortions.', 'illegal'],
    ],
  ] as const)('%s and %s are', (one, other) => {
    const [value, match] = valuesOf([one, other]);
    expect(areToldOfTwo(value, match)).toBe(true);
    expect(areToldOfTwo(match, value)).toBe(true);
  });

  it.each([
    [
      ['The price rose.', 'rose'],
      ['The price fell.', 'fell'],
    ],
    [
      ['Ann Berg did not join the club.', 'did not join'],
      ['Ann Berg joined the club.', 'joined'],
    ],
    [
      ['Hot air is less dense.', 'less dense'],
      ['Hot air is more dense.', 'more dense'],
    ],
  ] as const)('%s and %s are not', (one, other) => {
    const [value, match] = valuesOf([one, other]);
    expect(areToldOfTwo(value, match)).toBe(false);
    expect(areToldOfTwo(match, value)).toBe(false);
  });
});

describe('areOfLists', () => {
  it.each([
    [
      'Ann Berg was a philosopher, novelist and essayist.',
      'She was a philosopher, novelist and chemist.',
      true,
    ],
    ['Ann Berg was an essayist.', 'She was a chemist.', false],
    ['Ann Berg was a novelist and essayist.', 'She was a botanist and chemist.', false],
  ])('"%s" and "%s": %s', (one, other, expected) => {
    const [value, match] = valuesOf([
      [one, 'essayist'],
      [other, 'chemist'],
    ]);
    expect(areOfLists(value, match)).toBe(expected);
  });
});
