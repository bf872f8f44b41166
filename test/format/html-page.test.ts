import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlFigure, htmlList, htmlPage, htmlParagraph } from '../../src/format/html-page.ts';

const page = htmlPage({
  title: 'A <title> & more',
  sections: [{ title: '</h2><script>', html: htmlParagraph('1 < 2') }],
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

it('lists and captions are plain text', () => {
  expect(htmlList(['a<b', 'c'])).toBe('<ul>\n<li>a&lt;b</li>\n<li>c</li>\n</ul>');
  expect(htmlFigure('<svg></svg>', 'a "b"')).toContain('<figcaption>a &quot;b&quot;</figcaption>');
});
