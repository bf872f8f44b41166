import { expect, it } from 'vitest';
import { adverbialLength } from '../../../src/english/clauses/adverbials.ts';
import { readText } from '../../../src/english/tokens.ts';
import { correctTags } from '../../../src/english/clauses/tags.ts';

it.each([
  ['three years later he', 3],
  ['less than three weeks earlier', 5],
  ['a few years ago', 4],
  ['two years before the war', 0],
  ['three years of war', 0],
  ['this time for chemistry', 2],
  ['this time was good', 0],
  ['the same year he', 3],
  ['at first it', 2],
  ['as well as Rome', 0],
])('%s', (text, length) => {
  expect(adverbialLength(correctTags(readText(text).sentences.flat()), 0)).toBe(length);
});
