/**
 * A document as one HTML file that needs nothing else: no script, no request, and a content security policy that
 * allows neither. Light and dark by the reader's preference; printable; narrow screens scroll tables and charts, not
 * the page.
 */
import { createHash } from 'node:crypto';
import { forestChart } from './charts/forest.ts';
import { nodeScatter } from './charts/node-scatter.ts';
import { reliabilityChart } from './charts/reliability.ts';
import { type Document, type Figure, isList, type Part, type Section } from './document.ts';
import { escapeHtml, htmlTable } from './html.ts';
import { PAGE_STYLE } from './page-style.ts';

/** @returns the whole file, ending with a line break; equal input gives equal bytes */
export function documentHtml({ title, lead, sections }: Document): string {
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
${[...lead.map((part) => partHtml(part, title)), ...sections.map(sectionHtml)].join('\n')}
</main>
</body>
</html>
`;
}

const sectionHtml = ({ title, parts }: Section): string => `<section>
<h2>${escapeHtml(title)}</h2>
${parts.map((part) => partHtml(part, title)).join('\n')}
</section>`;

/** @param title what a table without a caption of its own is called */
function partHtml(part: Part, title: string): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if (isList(part)) return `<ul>\n${part.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>`;
  return 'chart' in part ? figureHtml(part) : htmlTable(part, part.caption ?? title);
}

function figureHtml({ chart, caption }: Figure): string {
  const label = escapeHtml(caption);
  return `<figure>
<div class="scroll" role="region" tabindex="0" aria-label="${label}">${svgOf(chart)}</div>
<figcaption>${label}</figcaption>
</figure>`;
}

function svgOf(chart: Figure['chart']): string {
  switch (chart.kind) {
    case 'forest':
      return forestChart(chart.forest);
    case 'reliability':
      return reliabilityChart(chart.bins);
    case 'nodes':
      return nodeScatter(chart.nodes);
  }
}
