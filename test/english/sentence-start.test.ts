import { expect, it } from 'vitest';
import { beginsWithPronoun, nameAtStart, namesOpening } from '../../src/english/sentence-start.ts';

it.each([
  ['She died in London.', true],
  ['“Its delta is wide.', true],
  ['Sheep graze there.', false],
  ['', false],
])('begins with a pronoun: %s', (sentence, is) => {
  expect(beginsWithPronoun(sentence)).toBe(is);
});

it.each([
  ['The Hallam Society met there.', 'Hallam Society '],
  ['Ada Marlow was a botanist.', 'Ada Marlow '],
  ['a botanist', ''],
])('the name at the start of: %s', (sentence, name) => {
  expect(nameAtStart(sentence)).toBe(name);
});

it.each([
  ['Priya will write. Priya tests the app.', ['Priya', 'Priya']],
  ['Water boils. Preheat the oven.', []],
  ['Priya tests.', []],
])('the names that open: %s', (text, names) => {
  expect(namesOpening(text)).toEqual(names);
});
