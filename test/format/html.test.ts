import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, htmlTable } from '../../src/format/html.ts';
import { plainTable } from '../../src/format/text-table.ts';

const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('escaped text', () => {
  it('cannot open an element, close an attribute or start an entity', () => {
    expect(escapeHtml(`<img src=x onerror="a('&')">`)).toBe(
      '&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;',
    );
  });

  it('holds no control characters', () => {
    expect(escapeHtml('a\u0000b\u202ec')).toBe('a b c');
  });

  it('reads back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>"'&;#a3 lt`) }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        expect(unescaped(escapeHtml(text))).toBe(text);
      }),
    );
  });
});

describe('a table', () => {
  it('names its columns and rows, and aligns columns of figures', () => {
    const rows = [
      ['a <b>', '−.120', 'x & y'],
      ['c', '–', '1 or 2'],
    ];
    const html = htmlTable(plainTable(['method', 'AP', 'why'], rows), 'All');
    expect(html).toContain('<caption>All</caption>');
    expect(html).toContain(
      '<tr><th scope="col">method</th><th scope="col" class="figure">AP</th><th scope="col">why</th></tr>',
    );
    expect(html).toContain(
      '<tr><th scope="row">a &lt;b&gt;</th><td class="figure">−.120</td><td>x &amp; y</td></tr>',
    );
  });

  it('sets the interval of a value off', () => {
    const html = htmlTable(plainTable(['m', 'AP'], [['a', '+.050* [−.4, .6]']]), 'All');
    expect(html).toContain('<td class="figure">+.050* <span class="interval">[−.4, .6]</span></td>');
  });

  it('shows groups under their title and sets marked rows off', () => {
    const groups = [
      { title: null, rows: [['ours', '1']], marked: true },
      { title: 'R&D', rows: [['theirs', '2']] },
    ];
    const html = htmlTable({ header: ['method', 'n'], groups }, 'All');
    expect(html.match(/<tbody>/g)).toHaveLength(2);
    expect(html).toContain('<tr class="marked"><th scope="row">ours</th>');
    expect(html).toContain('<tr class="group"><th scope="rowgroup" colspan="2">R&amp;D</th></tr>');
  });
});
