import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyRateIn } from '../../src/reference/copy-rate.ts';

const triple = (head: string, relation: string, tail: string) => ({ head, relation, tail });

describe('the copy rate', () => {
  it('is the mean share of 1- to 4-grams', () => {
    const rate = copyRateIn(['Ann Lee was born in Leith.', 'She died in York.']);
    expect(rate(triple('Ann Lee', 'was born in', 'Leith'))).toBe(1);
    // ann lee died in york: 1-grams 5/5; 2-grams "ann lee", "died in", "in york" of 4; 3-grams "died in york" of 3;
    // 4-grams 0 of 2
    expect(rate(triple('Ann Lee', 'died in', 'York'))).toBeCloseTo((1 + 3 / 4 + 1 / 3 + 0) / 4, 12);
    expect(rate(triple('Bo', 'sang', 'well'))).toBe(0);
  });

  it('leaves out lengths that a short triplet does not have, and n-grams across texts', () => {
    expect(copyRateIn(['ann', 'sang'])(triple('Ann', 'sang', '!'))).toBe((1 + 0) / 2);
    expect(copyRateIn([])(triple('Ann', 'sang', ''))).toBe(0);
    expect(copyRateIn(['ann'])(triple('?', '!', ''))).toBeNull();
  });

  it('is 1 for any words of the context in a row', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 3, maxLength: 12 }), (words) => {
        const [head, relation, ...tail] = words as [string, string, ...string[]];
        expect(copyRateIn([words.join(' ')])(triple(head, relation, tail.join(' ')))).toBe(1);
      }),
    );
  });
});
