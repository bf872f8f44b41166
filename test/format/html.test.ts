import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/format/html.ts';

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
