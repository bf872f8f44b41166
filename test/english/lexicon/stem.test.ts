import { expect, it } from 'vitest';
import { stem } from '../../../src/english/lexicon/stem.ts';

it.each([
  ['politician', 'politics'],
  ['city', 'cities'],
  ['prize', 'prizes'],
  ['marry', 'married'],
  ['succeeds', 'succeeded'],
  ['write', 'wrote'],
  ['children', 'child'],
  ['colour', 'colored'],
  ['realise', 'realization'],
  ['centre', 'centers'],
  ['nation', 'nationality'],
  ['place', 'places'],
  ['house', 'houses'],
  ['virus', 'viruses'],
  ['class', 'classes'],
  ['write', 'writes'],
  ['use', 'used'],
  ['emu', 'emus'],
])('is the same of %s and %s', (left, right) => {
  expect(stem(left)).toBe(stem(right));
});

it.each([
  ['agreed', 'agency'],
  ['was', 'wasp'],
  ['his', 'hi'],
  ['bed', 'be'],
])('differs of %s and %s', (left, right) => {
  expect(stem(left)).not.toBe(stem(right));
});

it('keeps at most six letters, also of letters beyond the basic plane', () => {
  expect(stem('constructions')).toBe('constr');
  expect(stem('𐐨𐐨𐐨𐐨𐐨𐐨𐐨')).toBe('𐐨𐐨𐐨𐐨𐐨𐐨');
});
