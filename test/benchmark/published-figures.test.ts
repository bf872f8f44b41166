import { describe, expect, it } from 'vitest';
import { publishedFigures } from '../../src/benchmark/published-figures.ts';

const tables = (format: string) => publishedFigures(format);
const rowOf = (format: string, source: string, method: string) =>
  tables(format)
    .find((table) => table.source.includes(source))
    ?.rows.find(([name]) => name === method);

const FORMATS = 'phd triplecom sub-wikibio wikibio wikibio-reference ragtruth refchecker'.split(' ');

describe('publishedFigures', () => {
  it('gives the tables of GCA beside the set they are about', () => {
    expect(rowOf('phd', 'Table 1', 'GCA')).toEqual(['GCA', '55.4', '68.3']);
    expect(rowOf('wikibio', 'Table 1', 'GCA')).toEqual(['GCA', '90.7', '83.2']);
    expect(rowOf('sub-wikibio', 'Table 1', 'GCA')).toEqual(['GCA', '90.5', '85.0']);
    expect(rowOf('wikibio', 'Table 2', '−HEQA')).toEqual(['−HEQA', '84.5', '73.9']);
    expect(rowOf('phd', 'Table 3', 'with RGCN')).toEqual(['with RGCN', '.277', '.486']);
    expect(rowOf('triplecom', 'Table 4', 'GCA')).toEqual(['GCA', '92.7', '86.3']);
    const [tripleCom] = tables('triplecom');
    expect(tripleCom?.rows.map((row) => row.slice(1).join(' / '))).toEqual([
      ...['81.1 / 68.2', '56.3 / 39.1', '66.7 / 50.0', '66.7 / 50.0', '70.6 / 54.5', '75.7 / 60.1'],
      '92.7 / 86.3',
    ]);
    expect(tables('sub-wikibio').some(({ source }) => source.includes('Table 3'))).toBe(false);
  });

  it('gives the figures of DRAD under what they are, and nowhere else', () => {
    const drad = FORMATS.flatMap((format) => tables(format).filter(({ source }) => source.includes('DRAD')));
    expect(drad.map(({ header }) => header.at(-1))).toEqual(['non-factual AP']);
    expect(tables('wikibio')).toContain(drad[0]);
  });

  it('has as many cells in each row as in the header', () => {
    for (const format of FORMATS) {
      for (const { header, rows } of tables(format)) {
        expect(rows.filter(({ length }) => length !== header.length)).toEqual([]);
      }
    }
  });

  it('is empty for forms of nobody', () => {
    expect([tables('jsonl'), tables('constructor')]).toEqual([[], []]);
  });
});
