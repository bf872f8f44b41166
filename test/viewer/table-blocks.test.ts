import { describe, expect, it } from 'vitest';
import { tableBlocks } from '../../src/viewer/table-blocks.ts';

const tablesIn = (text: string) =>
  tableBlocks(text).map(({ start, end, rows }) => ({
    text: text.slice(start, end),
    rows: rows.map((row) => row.map((cell) => text.slice(cell.start, cell.end))),
  }));

describe('tables of a text', () => {
  it('have cells without the space around them, and no row for the rule', () => {
    const table = '| planet | moons |\r\n| --- | :-: |\r\n| Mars | 2 |\r\n|Venus||\r\n';
    expect(tablesIn(`Moons:\n\n${table}\nThat is all.`)).toEqual([
      {
        text: table,
        rows: [
          ['planet', 'moons'],
          ['Mars', '2'],
          ['Venus', ''],
        ],
      },
    ]);
  });

  it('keep an escaped bar within its cell, and end with the text', () => {
    expect(tablesIn('| a | b |\n|---|---|\n| x \\| y | z |')[0]?.rows[1]).toEqual(['x \\| y', 'z']);
  });

  it('are several, and none without a rule', () => {
    const table = '| a |\n| - |\n| 1 |\n';
    expect(tablesIn(`${table}\n${table}`)).toHaveLength(2);
    expect(tablesIn('| a | b |\n| 1 | 2 |\n')).toEqual([]);
    expect(tablesIn('')).toEqual([]);
  });
});
