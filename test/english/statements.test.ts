import { describe, expect, it } from 'vitest';
import { readStatements, withRow } from '../../src/english/statements.ts';

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

describe('readStatements', () => {
  it('takes the first word of a column for no name, if others follow', () => {
    const table = '| Element | Atomic number | Use |\n|---|---|---|\n| Neon | 10 | signs |';
    expect(readStatements(table).map(({ text }) => text)).toEqual([
      'Neon, atomic number: 10',
      'Neon, Use: signs',
    ]);
  });
});
