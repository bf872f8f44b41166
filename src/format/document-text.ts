/** A document as text. */
import wrapAnsi from 'wrap-ansi';
import { type Document, isList, type Part, type Section, type TextTable } from './document.ts';
import { oneLine } from './text.ts';
import { markdownTable, markdownText, terminalTable } from './text-table.ts';

const WIDTH = 120;

/** As Markdown, or for a terminal of 120 columns. Ends with a line break; equal documents give equal text. */
export function documentText({ title, lead, sections }: Document, format: 'table' | 'markdown'): string {
  const first = sectionText({ title, parts: lead }, format, 1);
  return [first, ...sections.map((section) => sectionText(section, format, 2))].join('\n');
}

/** One section, as text that ends in a line break. @param depth of its heading in Markdown */
export function sectionText({ title, parts }: Section, format: 'table' | 'markdown', depth: number): string {
  const heading = format === 'markdown' ? `${'#'.repeat(depth)} ` : '';
  const shown = format === 'markdown' ? markdownPart : terminalPart;
  return `${[`${heading}${oneLine(title)}`, ...parts.flatMap(shown)].join('\n\n')}\n`;
}

function markdownPart(part: Part): string[] {
  if (typeof part === 'string') return [markdownText(part)];
  if (isList(part))
    return part.length === 0 ? [] : [part.map((line) => `- ${markdownText(line)}`).join('\n')];
  if ('chart' in part) return [];
  return [...captionOf(part).map(markdownText), markdownTable(part)];
}

function terminalPart(part: Part): string[] {
  if (typeof part === 'string') return [wrapped(part)];
  if (isList(part)) return part.length === 0 ? [] : [part.map(item).join('\n')];
  if ('chart' in part) return [];
  return [...captionOf(part).map((text) => wrapped(text)), terminalTable(part)];
}

const captionOf = ({ caption }: TextTable): string[] => (caption === undefined ? [] : [`${caption}:`]);

const wrapped = (text: string, width = WIDTH): string => wrapAnsi(oneLine(text), width, { hard: true });

const item = (text: string): string => `- ${wrapped(text, WIDTH - 2).replaceAll('\n', '\n  ')}`;
