import { expect, it } from 'vitest';
import { dateLength, dateRange } from '../../../src/english/clauses/date-phrases.ts';
import { readText } from '../../../src/english/tokens.ts';

const lengthOf = (text: string) => dateLength(readText(text).sentences.flat(), 0);

it.each([
  ['12 May 1912 was', 3],
  ['May 12, 1912 was', 4],
  ['May 1912 was', 2],
  ['12th May was', 2],
  ['1912 was', 1],
  ['84 BC was', 2],
  ['12 men were', 0],
  ['may 1912', 0],
  ['Anna was', 0],
])('dateLength: %s', (text, length) => {
  expect(lengthOf(text)).toBe(length);
});

it.each([
  ['1708–1794', { from: '1708', to: '1794' }],
  ['12 May 1912 – 3 June 1980', { from: '12 May 1912', to: '3 June 1980' }],
  ['c. 685 – 737', { from: '685', to: '737' }],
  ['born 1901', null],
  ['BMI', null],
])('dateRange: %s', (text, range) => {
  expect(dateRange(text)).toEqual(range);
});
