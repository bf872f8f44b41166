import { describe, expect, it } from 'vitest';
import { numbersIn } from '../../src/text/numbers.ts';

describe('numbers', () => {
  it('reads years, quantities with separators and decimals', () => {
    expect(numbersIn('12 May 1912')).toEqual(['12', '1912']);
    expect(numbersIn('about 1,200 km, 3.5 %')).toEqual(['1200', '3.5']);
    expect(numbersIn('no number')).toEqual([]);
  });
});
