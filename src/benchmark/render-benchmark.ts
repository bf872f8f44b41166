/** A benchmark report as Markdown, or as text for a terminal of 120 columns. */
import wrapAnsi from 'wrap-ansi';
import { oneLine } from '../format/text.ts';
import type { BenchmarkReport } from './benchmark-report.ts';
import { type Section, sectionsOf, summary } from './benchmark-sections.ts';
import { markdownTable, markdownText, terminalTable } from '../format/text-table.ts';

const WIDTH = 120;

/** Ends with a line break; equal reports give equal text. */
export function renderBenchmark(
  report: BenchmarkReport,
  { format = 'table' }: { format?: 'table' | 'markdown' } = {},
): string {
  const title = `Benchmark: ${oneLine(report.dataset)}`;
  const blocks =
    format === 'markdown'
      ? [`# ${title}`, summary(report), ...sectionsOf(report, 'inline').map(markdownSection)]
      : [title, wrapped(summary(report)), ...sectionsOf(report, 'apart').map(terminalSection)];
  return `${blocks.join('\n\n')}\n`;
}

const markdownSection = ({ title, parts, lines = [] }: Section): string =>
  [
    `## ${oneLine(title)}`,
    ...parts.map((part) => (typeof part === 'string' ? oneLine(part) : markdownTable(part))),
    ...(lines.length === 0 ? [] : [lines.map((line) => `- ${markdownText(line)}`).join('\n')]),
  ].join('\n\n');

const terminalSection = ({ title, parts, lines = [] }: Section): string =>
  [
    oneLine(title),
    ...parts.map((part) => (typeof part === 'string' ? wrapped(part) : terminalTable(part))),
    ...(lines.length === 0 ? [] : [lines.map((line) => item(line)).join('\n')]),
  ].join('\n\n');

const wrapped = (text: string, width = WIDTH): string => wrapAnsi(oneLine(text), width, { hard: true });

const item = (text: string): string => `- ${wrapped(text, WIDTH - 2).replaceAll('\n', '\n  ')}`;
