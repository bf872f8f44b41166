import { describe, expect, it } from 'vitest';
import type { Document } from '../../src/format/document.ts';
import { documentText, sectionText } from '../../src/format/document-text.ts';
import { plainTable } from '../../src/format/text-table.ts';

const document: Document = {
  title: 'A\u001b[31m title',
  lead: ['first <b>'],
  sections: [
    { title: 'Lists', parts: [['one', `${'word '.repeat(30)}end`], []] },
    {
      title: 'Tables',
      parts: [
        { ...plainTable(['name', 'n'], [['a|b', '1']]), caption: 'counts' },
        { chart: { kind: 'reliability', bins: [] }, caption: 'not in text' },
      ],
    },
  ],
};

describe('a document as text', () => {
  it('is Markdown with headings, lists and tables', () => {
    expect(documentText(document, 'markdown')).toBe(`# A title

first \\<b>

## Lists

- one
- ${'word '.repeat(30)}end

## Tables

counts:

| name | n   |
| ---- | --- |
| a\\|b | 1   |
`);
  });

  it('is wrapped for a terminal, items under themselves', () => {
    const text = documentText(document, 'table');
    expect(text).toContain('A title\n\nfirst <b>\n\nLists\n\n- one\n- word');
    expect(text).toMatch(/\n {2}word.* end\n\nTables\n\ncounts:\n\nname {2}n\n─+\na\|b {3}1\n$/);
    expect(text).not.toContain('not in text');
  });
});

it('puts a section at the depth asked for', () => {
  expect(sectionText({ title: 'T', parts: ['text'] }, 'markdown', 3)).toBe('### T\n\ntext\n');
  expect(sectionText({ title: 'T', parts: ['text'] }, 'table', 3)).toBe('T\n\ntext\n');
});
