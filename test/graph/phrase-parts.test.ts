import { expect, it } from 'vitest';
import { partsOfPhrase } from '../../src/graph/phrase-parts.ts';

const numbersOf = (text: string) => partsOfPhrase(text).numbers;

it('reads numbers, ordinals and months in one form, and the words beside them', () => {
  const { forms, ...parts } = partsOfPhrase('the 12th of May, 1931');
  expect(forms()).toEqual(new Set(['the', 'of']));
  expect(parts).toEqual({
    text: 'the 12th of May, 1931',
    words: ['the', 'of'],
    numbers: ['12', '1931', 'month 5'],
    isNegated: false,
  });
  expect(numbersOf('twelfth day')).toEqual(numbersOf('day 12'));
  expect(numbersOf('640×480')).toEqual(numbersOf('640 x 480'));
  expect(partsOfPhrase('did not win').isNegated).toBe(true);
});

it('takes "one" for a number where it counts', () => {
  expect(numbersOf('one of the founders')).toEqual([]);
  expect(numbersOf('one hundred ships')).toEqual(['100']);
  expect(numbersOf('twenty-one ships')).toEqual(['21']);
});

it('is read once a phrase', () => {
  expect(partsOfPhrase('Leith')).toBe(partsOfPhrase('Leith'));
});
