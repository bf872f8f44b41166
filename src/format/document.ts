/** A report as a plain record: titled sections of paragraphs, lists, tables and charts, whatever it is shown as. */
import wrapAnsi from 'wrap-ansi';
import type { Forest } from './charts/forest.ts';
import type { NodeStates } from './charts/node-scatter.ts';
import type { Bins } from './charts/reliability.ts';
import { oneLine } from './text.ts';
import { markdownTable, markdownText, type TextTable, terminalTable } from './text-table.ts';

export interface Document {
  title: string;
  /** What stands before the first section. */
  lead: readonly Part[];
  sections: readonly Section[];
}

export interface Section {
  title: string;
  parts: readonly Part[];
}

/** A paragraph, a list of lines, a table, or a chart, which text leaves out. */
export type Part = string | readonly string[] | TextTable | Figure;

export interface Figure {
  chart:
    | { kind: 'forest'; forest: Forest }
    | { kind: 'reliability'; bins: Bins }
    | { kind: 'nodes'; nodes: readonly NodeStates[] };
  caption: string;
}

export const isList = (part: Part): part is readonly string[] => Array.isArray(part);

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
