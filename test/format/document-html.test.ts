import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentHtml } from '../../src/format/document-html.ts';

const page = documentHtml({
  title: 'A <title> & more',
  lead: ['first "of" all'],
  sections: [
    {
      title: '</h2><script>',
      parts: [
        '1 < 2',
        ['a<b', 'c'],
        { header: ['n'], groups: [] },
        { chart: { kind: 'reliability', bins: [] }, caption: 'a "b"' },
      ],
    },
  ],
});

describe('a page', () => {
  it('allows its own style and nothing else', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] as string;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|style="|url\(|@import/);
  });

  it('escapes titles', () => {
    expect(page).toContain('<title>A &lt;title&gt; &amp; more</title>');
    expect(page).toContain('<h2>&lt;/h2&gt;&lt;script&gt;</h2>\n<p>1 &lt; 2</p>');
  });

  it('says its language and encoding', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
  });
});

it('shows paragraphs, lists, tables and charts, all of them plain text', () => {
  expect(page).toContain('<h1>A &lt;title&gt; &amp; more</h1>\n<p>first &quot;of&quot; all</p>');
  expect(page).toContain('<ul>\n<li>a&lt;b</li>\n<li>c</li>\n</ul>');
  expect(page).toContain('<caption>&lt;/h2&gt;&lt;script&gt;</caption>');
  expect(page).toMatch(/<figure>\n.*<svg[\s\S]*<figcaption>a &quot;b&quot;<\/figcaption>/);
});
