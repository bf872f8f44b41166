import { expect, it } from 'vitest';
import {
  isOfList,
  isParenthetical,
  oneOfSeveralIn,
  titleOf,
} from '../../../src/english/values/value-setting.ts';
import { boundOf } from '../../../src/english/values/bounds.ts';
import { tokensOf } from '../../../src/english/sentence-words.ts';

/** The tokens of a text, and the place of one of its words. */
function at(text: string, word: string) {
  const tokens = tokensOf(text);
  return { tokens, from: tokens.findIndex(({ surface }) => surface === word) };
}

it.each([
  ['It sold over 75 records.', 'least'],
  ['It has at least 75 members.', 'least'],
  ['It holds up to 75 people.', 'most'],
  ['It has approximately 75 members.', 'about'],
  ['It was estimated to be 75 then.', 'about'],
  ['It has 75 members.', ''],
  ['75 members came.', ''],
])('boundOf: %s: %s', (text, bound) => {
  const { tokens, from } = at(text, '75');
  expect(boundOf(tokens, from)).toBe(bound);
});

it.each([
  ['She wrote novels such as Loot.', true],
  ['Its members include Vera Hall, Ruth Berg and Loot.', true],
  ['She wrote Loot.', false],
  ['She met authors including Vera Hall; she wrote Loot.', false],
  ['Say you buy Loot, and sell it again.', true],
  ['Let us say that she wrote Loot.', false],
])('oneOfSeveralIn: %s: %s', (text, expected) => {
  const { tokens, from } = at(text, 'Loot');
  expect(oneOfSeveralIn(tokens)({ from, unit: '' })).toBe(expected);
});

it.each([
  ['Members, for example 75 farmers, signed.', false],
  ['Suppose that 75 farmers sign.', true],
])('oneOfSeveralIn, with a unit: %s: %s', (text, expected) => {
  const { tokens, from } = at(text, '75');
  expect(oneOfSeveralIn(tokens)({ from, unit: 'farmer' })).toBe(expected);
});

it.each([
  ['The system (PACS) stores images.', true],
  ['The system is called (PACS)', true],
  ['The system (called PACS) stores images.', false],
  ['The system PACS stores images.', false],
])('isParenthetical: %s: %s', (text, expected) => {
  const { tokens, from } = at(text, 'PACS');
  expect(isParenthetical(tokens, from, from + 1)).toBe(expected);
});

it.each([
  ['She wrote to her brother Ivo Lind.', 'ivo lind'],
  ["It was Berg's brother Ivo.", 'ivo'],
  ['Ivo Lind was her brother.', ''],
  ['The brother Ivo came.', ''],
  ['She met his brother, Ivo Lind.', ''],
])('titleOf: %s: %s', (text, name) => {
  const { tokens, from } = at(text, 'brother');
  expect(titleOf(tokens, { from, to: from + 1 })).toBe(name);
});

it.each([
  [', Vera Hall and ', true],
  [' and the ', true],
  [', 1912, ', true],
  [' and written by ', false],
])('isOfList: "%s": %s', (between, isList) => {
  expect(isOfList(between)).toBe(isList);
});
