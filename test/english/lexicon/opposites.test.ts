import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areInTurn,
  areOppositeForms,
  formsWithOpposite,
  areOpposites,
  hasSuperlative,
  isComparative,
  picksOneOut,
} from '../../../src/english/lexicon/opposites.ts';

describe('areOpposites', () => {
  it.each([
    ['rose', 'fell'],
    ['rising', 'falls'],
    ['increased', 'decreasing'],
    ['won', 'lost'],
    ['winner', 'loser'],
    ['North', 'south'],
    ['northern', 'southern'],
    ['largest', 'smallest'],
    ['older', 'younger'],
    ['earlier', 'latest'],
    ['able', 'unable'],
    ['fathers', 'mother'],
    ['emigrated', 'immigrated'],
    ['importers', 'exporter'],
    ['before', 'after'],
    ['Married', 'divorced'],
    ['accepted', 'rejects'],
  ])('knows %s and %s, whichever comes first', (one, other) => {
    expect(areOpposites(one, other)).toBe(true);
    expect(areOpposites(other, one)).toBe(true);
  });

  it.each([
    ['rose', 'rise'],
    ['win', 'winning'],
    ['chemist', 'botanist'],
    ['large', 'great'],
    ['given', 'took'],
    ['wrote', 'composed'],
    ['', ''],
    ['born', 'died'],
    ['__proto__', 'constructor'],
  ])('does not take %s and %s for opposites', (one, other) => {
    expect(areOpposites(one, other)).toBe(false);
  });

  it('finds no word its own opposite', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('left', 'cleave', 'winning', 'lies')), (word) => {
        expect(areOpposites(word, word)).toBe(false);
      }),
    );
  });
});

it('isComparative: tells "lower" from "low" and from nouns', () => {
  expect(['lower', 'younger', 'heavier', 'low', 'winter', 'river'].map(isComparative)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

it.each([
  ['the fastest land animal', true],
  ['the only mammal', true],
  ['a fastest lap', false],
  ['the land animal', false],
  ['', false],
])('picksOneOut: %s: %s', (phrase, isOne) => {
  expect(picksOneOut(phrase.split(' '))).toBe(isOne);
});

it.each([
  ['It is the largest city.', true],
  ['The most common is iron.', true],
  ['Best of all is rest.', true],
  ['It is a city.', false],
])('hasSuperlative: %s: %s', (text, has) => {
  expect(hasSuperlative(text)).toBe(has);
});

it.each([
  ['lie', 'sit'],
  ['stands', 'lies'],
])('verbs of place are no opposites: %s, %s', (one, other) => {
  expect(areOppositeForms(formsWithOpposite(one), formsWithOpposite(other))).not.toBe(true);
});

it.each([
  ['join', 'leave', true],
  ['leave', 'join', true],
  ['rise', 'fall', false],
])('done and undone: %s, %s: %s', (one, other, are) => {
  expect(areInTurn(one, other)).toBe(are);
});
