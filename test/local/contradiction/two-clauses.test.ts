import { expect, it } from 'vitest';
import { deniedIn } from '../../../src/english/values/word-mentions.ts';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';
import { areOfLists, areToldOfTwo } from '../../../src/local/contradiction/two-clauses.ts';
import { marked } from './marked.ts';

function valuesOf(texts: readonly string[]): [Value, Value] {
  const denied = new Set(texts.flatMap((text) => deniedIn(tokensOf(text.replace(/[[\]]/g, '')))));
  const apart = { denied, ranked: new Set<string>(), names: new Set<string>() };
  return texts.map((text) => marked(text, (own) => readValues(own, () => false, apart)).value) as [
    Value,
    Value,
  ];
}

it.each([
  ['Its [victory] over Denmark counts.', 'It [lost] the match by a defeat.', true],
  ['Hens [did not join].', 'Dogs [joined] in 1921.', true],
  ['Birds [lose] weight.', 'A father [keeps] eggs.', true],
  ['It called for [legal] abortion.', 'They paid for [illegal] abortions.', true],
  ['The price [rose].', 'The price [fell].', false],
  ['Ann Berg [did not join] the club.', 'Ann Berg [joined] the club.', false],
  ['Hot air is [less dense].', 'Hot air is [more dense].', false],
] as const)('areToldOfTwo: %s and %s are: %s', (one, other, expected) => {
  const [value, match] = valuesOf([one, other]);
  expect(areToldOfTwo(value, match)).toBe(expected);
  expect(areToldOfTwo(match, value)).toBe(expected);
});

it.each([
  [
    'Ann Berg was a philosopher, novelist and [essayist].',
    'She was a philosopher, novelist and [chemist].',
    true,
  ],
  ['Ann Berg was an [essayist].', 'She was a [chemist].', false],
  ['Ann Berg was a novelist and [essayist].', 'She was a botanist and [chemist].', false],
])('areOfLists: "%s" and "%s": %s', (one, other, expected) => {
  const [value, match] = valuesOf([one, other]);
  expect(areOfLists(value, match)).toBe(expected);
});
