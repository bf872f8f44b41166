/**
 * One HTML file that needs nothing else: no script, no request, and a content security policy that allows neither.
 * Light and dark by the reader's preference; printable; narrow screens scroll tables and charts, not the page.
 */
import { createHash } from 'node:crypto';
import { escapeHtml } from './html.ts';
import { PAGE_STYLE } from './page-style.ts';

export { type Cell, escapeHtml, htmlTable } from './html.ts';

export interface PageSection {
  title: string;
  /** Made by the caller, who has escaped what is not his own: see `escapeHtml`, `htmlTable`, `htmlFigure`. */
  html: string;
}

/** @returns the whole file, ending with a line break; equal input gives equal bytes */
export function htmlPage({ title, sections }: { title: string; sections: readonly PageSection[] }): string {
  const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${sections.map(sectionHtml).join('\n')}
</main>
</body>
</html>
`;
}

const sectionHtml = (section: PageSection): string => `<section>
<h2>${escapeHtml(section.title)}</h2>
${section.html}
</section>`;

/** A chart with its caption. @param svg from one of `charts/` */
export function htmlFigure(svg: string, caption: string): string {
  return `<figure>
<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(caption)}">${svg}</div>
<figcaption>${escapeHtml(caption)}</figcaption>
</figure>`;
}

/** A paragraph of plain text. */
export const htmlParagraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** A list of plain lines. */
export const htmlList = (lines: readonly string[]): string =>
  `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>`;
