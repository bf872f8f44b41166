import { expect, it } from 'vitest';
import { statementSpans } from '../../src/english/statements.ts';
import { wordsOfSentences } from '../../src/report/words-of-sentences.ts';

const textsOf = (response: string): string[] =>
  statementSpans(response).map(wordsOfSentences({ id: 'moons', prompt: '', response }));

it('names the row and the column of a cell, and quotes other sentences', () => {
  const rows = [
    '| planet | moons | rings |',
    '| --- | --- | --- |',
    '| Mars | 2 | none |',
    '| Venus | 0 | none |',
  ];
  expect(textsOf(`These are moons.\n\n${rows.join('\n')}\n`)).toEqual([
    'These are moons.',
    ...['Mars, moons: 2', 'Mars, rings: none', 'Venus, moons: 0', 'Venus, rings: none'],
  ]);
  expect(textsOf('Mars | or Ares.')).toEqual(['Mars | or Ares.']);
});

it('names the row and the column of a bare number once', () => {
  expect(textsOf('| planet | moons |\n| --- | --- |\n| Venus | 0 |\n')).toEqual(['Venus, moons: 0']);
});
