import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../src/text/markdown.ts';
import { splitSentences } from '../../src/english/sentences.ts';
import { readStatements } from '../../src/english/statements.ts';

const PAGE = `# Mara Quint

Mara Quint was a **Scottish** [painter](https://x.org/a) &amp; poet.

- **Born:** 1901 in *Leith*
- She moved to \`Oslo\`.

She won:

1. The Pier Prize (1932)

## Works

| Title | Year |
| --- | --- |
| The Pier | 1932 |
| **Dawn** | 1940 |

| Field | Value |
|---|---|
| Died | 1960 |

\`\`\`
year = 1999
\`\`\`
`;

const show = (text: string) =>
  readMarkdown(text)?.blocks.map(({ kind, head, label, text: words }) => [kind, head, label, words]);

describe('readMarkdown', () => {
  it('gives paragraphs, items and cells with what they stand under; no headings, no code', () => {
    expect(readMarkdown(PAGE)?.title).toBe('Mara Quint');
    expect(show(PAGE)).toEqual([
      ['paragraph', null, null, 'Mara Quint was a Scottish painter & poet.'],
      ['value', null, 'Born', 'Born: 1901 in Leith'],
      ['item', null, 'Mara Quint', 'She moved to Oslo.'],
      ['paragraph', null, null, 'She won:'],
      ['item', null, 'She won', 'The Pier Prize (1932)'],
      ['value', 'The Pier', 'Year', '1932'],
      ['value', 'Dawn', 'Year', '1940'],
      ['value', null, 'Died', '1960'],
    ]);
  });

  it('takes a name before an amount for its key, where the item is no sentence', () => {
    expect(show('- Hamburg, 1.9 million\n- flour – 250 g\n- In March, 35 came.\n- Ann, a poet')).toEqual([
      ['value', null, 'Hamburg', 'Hamburg, 1.9 million'],
      ['value', null, 'flour', 'flour – 250 g'],
      ['item', null, null, 'In March, 35 came.'],
      ['item', null, null, 'Ann, a poet'],
    ]);
  });

  it('reads fields in a row, and no lone line with a colon', () => {
    expect(show('Lumeria is a state:\nCapital: Tarn\nArea: 12 km²\nIt is old.')).toEqual([
      ['paragraph', null, null, 'Lumeria is a state:'],
      ['value', null, 'Capital', 'Capital: Tarn'],
      ['value', null, 'Area', 'Area: 12 km²'],
      ['paragraph', null, null, 'It is old.'],
    ]);
    expect(readMarkdown('Lumeria is a state.\nCapital: Tarn\nIt is old.')).toBeNull();
    expect(readMarkdown('User: Where is it?\nAssistant: It is in Tarn.')).toBeNull();
  });

  it('ends items at the next one, however far indented or numbered', () => {
    expect(show('She won:\n\n    - a\n    - b\n\t\t\t* c\n\t\t\t* d\n2. e\n10. f')).toEqual([
      ['paragraph', null, null, 'She won:'],
      ...['a', 'b'].map((text) => ['item', null, 'She won', text]),
      ...['c', 'd'].map((text) => ['item', null, 'She won', text]),
      ...['e', 'f'].map((text) => ['item', null, null, text]),
    ]);
  });

  it('reads tags as words, addresses in angle brackets and links by their words, and no pictures', () => {
    expect(show('- <b>x</b> &eacute; <https://x.org> [a *b*](c "d") [e] [f][g] ![h](i)')).toEqual([
      ['item', null, null, '<b>x</b> é https://x.org a b [e] [f][g]'],
    ]);
  });

  it('keeps the marks of code that a sentence might end in, so that it is one word, but for values', () => {
    expect(show('- `a.B` is an `x`, see ``c.`D``.\n- Use: `a.B`')).toEqual([
      ['item', null, null, '`a.B` is an x, see c.`D.'],
      ['value', null, 'Use', 'Use: a.B'],
    ]);
    expect(
      readStatements('**Rows**\n\n`csv.Reader` yields `a.B? C`. It ends.').map(({ text }) => text),
    ).toEqual(['`csv.Reader` yields `a.B? C`.', 'It ends.']);
  });

  it('reads bold lines as blocks, a line that is all bold as a heading, and nested items under theirs', () => {
    expect(show('**Life**\n\n**Born:** 1901\n**Died:** 1960\n\n• Prizes:\n  • Pier Prize')).toEqual([
      ['value', null, 'Born', 'Born: 1901'],
      ['value', null, 'Died', 'Died: 1960'],
      ['item', null, 'Life', 'Prizes:'],
      ['item', null, 'Prizes', 'Pier Prize'],
    ]);
  });

  it.each([
    'She was born in 1901. He - so they say - left.',
    'a * b_c',
    '    indented\n\ntext',
    'x\n---\n<b>y</b>',
  ])('leaves %j to be read as prose', (text) => {
    expect(readMarkdown(text)).toBeNull();
    const own = readStatements(text).map(({ span }) => span);
    expect(own).toEqual(splitSentences(text));
  });

  it('places every character inside the text, in order, and each letter where it is written', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '# ',
        '\n',
        '\n\n',
        '- ',
        '1. ',
        '| a | b |\n|---|---|\n',
        '| c | 1901 |\n',
        '**',
        '`',
        '```\n',
      ),
      fc.constantFrom('Key: value', '&amp;', '\\*', '> ', '  ', '[a](b)', '\r\n', '\t', '😀', '\ud800'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        for (const block of readMarkdown(text)?.blocks ?? []) {
          expect(block.places).toHaveLength(block.text.length);
          let last = -1;
          for (const place of block.places) {
            expect(place).toBeGreaterThanOrEqual(last);
            expect(place).toBeLessThan(text.length);
            last = place;
          }
        }
        for (const { span } of readStatements(text)) expect(span.end).toBeGreaterThan(span.start);
      }),
    );
  });
});

describe('readStatements', () => {
  it('says what a cell or item is about, and where the words stand', () => {
    const statements = readStatements(PAGE);
    const cell = statements.find(({ text }) => text.endsWith('1940'));
    expect(cell?.text).toBe('Dawn, Year: 1940');
    expect(PAGE.slice(cell?.span.start, cell?.span.end)).toBe('1940');
    expect(PAGE.slice(cell?.placeOf('Dawn, Year: '.length)).startsWith('1940')).toBe(true);
    expect(cell?.placeOf(0)).toBe(cell?.span.start);
    expect(statements.map(({ text }) => text)).toContain('She won: The Pier Prize (1932)');
  });
});
