import { describe, expect, it } from 'vitest';
import { valueForm } from '../../../src/english/values/value-form.ts';
import { writtenLike } from '../../../src/english/values/written-like.ts';

describe('writes a value like the one before', () => {
  it.each([
    // of a date
    ['10 December', 'December 12', 'December 10'],
    ['June 5', '3 May', '5 June'],
    ['5 June', 'May 3rd', 'June 5th'],
    ['22 June', '3rd of May', '22nd of June'],
    ['11 August', 'Dec 12', 'Aug 11'],
    ['5 June', 'March', 'June'],
    // of a number
    ['twelfth century', '13th century', '12th century'],
    ['16', 'fourteen', 'sixteen'],
    ['eight', '6', '8'],
    ['8', 'Nine', 'eight'],
    ['22nd', 'fourteenth', '22nd'],
    ['8849', '8,488', '8,849'],
    ['8,849', '8488', '8849'],
    ['19 billion', '9 billion', '19 billion'],
    ['nineteen billion', '9 billion', '19 billion'],
    ['2.5', 'three', '2.5'],
    ['0.75', '0.5', '0.75'],
    ['two hundred and six', '216', 'two hundred and six'],
    ['thirtieth', '3rd', '30th'],
    // of neither
    ['Mary Shelley', 'Jane Austen', 'Mary Shelley'],
    ['Canberra', '12', 'Canberra'],
  ])('%s in the place of %s is %s', (fresh, old, expected) => {
    expect(writtenLike(fresh, old)).toBe(expected);
  });

  it('cannot write a month as a day', () => {
    expect(writtenLike('June', 'May 3')).toBeNull();
  });
});

describe('one form of a value', () => {
  it.each([
    ['October 25', '25th October'],
    ['two', '2'],
    ['Twenty-first century', '21st century'],
  ])('%s and %s', (one, other) => {
    expect(valueForm(one)).toBe(valueForm(other));
  });

  it('differs with the value', () => {
    expect(valueForm('October 25')).not.toBe(valueForm('October 26'));
  });
});
