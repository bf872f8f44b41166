import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areInitials, isShortened, isSpeltOut } from '../../../src/english/lexicon/same-names.ts';

it.each([
  ['nyc', 'new york city', true],
  ['new york city', 'nyc', true],
  ['bbc', 'new york city', false],
])('initials: %s, %s', (one, other, are) => {
  expect(areInitials(one, other)).toBe(are);
});

it.each([
  ['UNESCO', 'the United Nations Educational, Scientific and Cultural Organization', true],
  ['IOC', 'kept by the International Olympic Committee of Lausanne', true],
  ['IOC', 'the Olympic Committee', false],
  ['IT', 'Ivo Thal', false],
  ['Ioc', 'the International Olympic Committee', false],
])('%s in "%s": %s', (name, text, is) => {
  expect(isSpeltOut(name, text)).toBe(is);
});

it('finds the initials of any words side by side', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{2,6}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 3, maxLength: 7 }), (words) =>
      isSpeltOut(words.map(([first]) => first).join(''), `It is the ${words.join(' ')} here.`),
    ),
  );
});

it.each([
  ['cmd', 'command', true],
  ['ltd', 'limited', true],
  ['cmd', 'commerce', false],
  ['com', 'command', false],
  ['c++', 'c', false],
  ['(b)', 'bob', false],
])('isShortened: %s of %s: %s', (short, name, expected) => {
  expect(isShortened(short, name)).toBe(expected);
});
