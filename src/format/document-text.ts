/** A document as text. */
import wrapAnsi from 'wrap-ansi';
import { type Document, isList, type Part, type Section, type TextTable } from './document.ts';
import { oneLine } from './text.ts';
import { markdownTable, markdownText, terminalTable, WIDEST } from './text-table.ts';

/** As Markdown, or for a terminal of 120 columns. Ends with a line break; equal documents give equal text. */
export function documentText({ title, lead, sections }: Document, format: 'table' | 'markdown'): string {
  const first = sectionText({ title, parts: lead }, format, 1);
  return [first, ...sections.map((section) => sectionText(section, format, 2))].join('\n');
}

/** One section, as text that ends in a line break. @param depth of its heading in Markdown @param width of a terminal */
export function sectionText(
  { title, parts }: Section,
  format: 'table' | 'markdown',
  depth: number,
  width = WIDEST,
): string {
  const style = format === 'markdown' ? MARKDOWN : styleOf(width);
  const heading = format === 'markdown' ? `${'#'.repeat(depth)} ` : '';
  return `${[`${heading}${oneLine(title)}`, ...parts.flatMap((part) => partText(part, style))].join('\n\n')}\n`;
}

interface Style {
  paragraph(text: string): string;
  item(text: string): string;
  table(table: TextTable): string;
}

const wrapped = (text: string, width: number): string => wrapAnsi(oneLine(text), width, { hard: true });

const MARKDOWN: Style = { paragraph: markdownText, item: markdownText, table: markdownTable };

const styleOf = (width: number): Style => ({
  paragraph: (text) => wrapped(text, width),
  item: (text) => wrapped(text, width - 2).replaceAll('\n', '\n  '),
  table: (table) => terminalTable(table, undefined, width),
});

function partText(part: Part, { paragraph, item, table }: Style): string[] {
  if (typeof part === 'string') return [paragraph(part)];
  if (isList(part)) return part.length === 0 ? [] : [part.map((text) => `- ${item(text)}`).join('\n')];
  if ('chart' in part) return [];
  return [...(part.caption === undefined ? [] : [paragraph(`${part.caption}:`)]), table(part)];
}
