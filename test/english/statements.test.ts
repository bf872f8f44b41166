import { describe, expect, it } from 'vitest';
import { readStatements, sentencesAndRows, withRow } from '../../src/english/statements.ts';

describe('withRow', () => {
  const text = 'One 12.\n\n| a | b |\n|---|---|\n| 3 | 12 |  \nTwo 13.';
  const around = (part: string, from = 0) => {
    const start = text.indexOf(part, from);
    const row = withRow(text, { start, end: start + part.length });
    return text.slice(row.start, row.end);
  };

  it('is the row of a cell, and nothing else of the text', () => {
    expect(around('12', 10)).toBe('| 3 | 12 |');
    expect(around('12')).toBe('12');
    expect(around('One')).toBe('One');
    expect(around('13')).toBe('13');
  });
});

describe('sentencesAndRows', () => {
  const read = (text: string) =>
    sentencesAndRows(text).map(({ span, columns }) => [text.slice(span.start, span.end), columns]);

  it('are rows of tables with the row of the columns, and the sentences of the rest', () => {
    const table = '| Peak | Height |\n|---|---|\n| K2 | 8,611 m |\n| Eiger | 3,967 m |';
    const columns = '| Peak | Height |';
    expect(read(`One is high. Two is low.\n\n${table}\n\nThree.`)).toEqual([
      ['One is high.', ''],
      ['Two is low.', ''],
      [columns, ''],
      ['|---|---|', columns],
      ['| K2 | 8,611 m |', columns],
      ['| Eiger | 3,967 m |', columns],
      ['Three.', ''],
    ]);
    expect(read('a | b is no row. Nor is c.')).toEqual([
      ['a | b is no row.', ''],
      ['Nor is c.', ''],
    ]);
  });
});

describe('readStatements', () => {
  const clausesOf = (text: string) =>
    readStatements(text).map(({ text: words, clause }) => {
      // the words of the cell stand in both, `origin` apart
      const last = words.split(' ').at(-1) as string;
      expect(clause === null || clause.text.startsWith(last, clause.origin + words.lastIndexOf(last))).toBe(
        true,
      );
      return clause?.text ?? null;
    });

  it('makes clauses of cells and fields by what their labels are', () => {
    const table =
      '| Peak | Height (m) | Country | Climbed in | Known since |\n|---|---|---|---|---|\n| K2 | 8,611 | Pakistan | 1954 | 1856 |';
    expect(clausesOf(table)).toEqual([
      'The height of K2 is 8,611 m',
      'The country of K2 is Pakistan',
      'K2 was climbed in 1954',
      null,
    ]);
    expect(clausesOf('Born: 1867\nRooms: 12\nOpens: 9 am\nAnn Lee: 35 points')).toEqual([
      'It was born in 1867',
      'The rooms are 12 rooms',
      'It opens at 9 am',
      null,
    ]);
    expect(clausesOf('K2 is high. It lies in Asia.')).toEqual([null, null]);
  });

  it('takes the first word of a column for no name, if others follow', () => {
    const table = '| Element | Atomic number | Use |\n|---|---|---|\n| Neon | 10 | signs |';
    expect(readStatements(table).map(({ text }) => text)).toEqual([
      'Neon, atomic number: 10',
      'Neon, Use: signs',
    ]);
  });
});
