import { expect, it } from 'vitest';
import { statementWords } from '../../src/english/statement-words.ts';

const keys = (text: string): string[] => statementWords(text).map(({ key }) => key);

it.each([
  ['2. Boil the eggs.', ['boil', 'egg']],
  ['Step 3: boil the eggs.', ['boil', 'egg']],
  ['Boil 2 eggs.', ['boil', '2', 'egg']],
  ['Boil two eggs.', ['boil', '2', 'egg']],
  ['Eggs are boiled (passages 1, 2 and 3).', ['egg', 'boil']],
  ['Based on the passages provided, eggs boil.', ['egg', 'boil']],
  ["They don't boil.", ['boil']],
  ['They do n’t boil.', ['boil']],
  ['It was.', []],
])('%s', (text, expected) => {
  expect(keys(text)).toEqual(expected);
});

it('keeps a whole day as a word of its own', () => {
  expect(statementWords('on 12 May')).toContainEqual({
    key: 'day:5-12',
    surface: '12 May',
    kind: 'date',
  });
});
