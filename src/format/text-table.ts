/** Text tables, as Markdown or for a terminal. */
import Table from 'cli-table3';
import stringWidth from 'string-width';
import { plainTable, type TextTable } from './document.ts';
import { cut, oneLine } from './text.ts';

export { plainTable, type TextTable };

/** On one line, and without HTML. */
export const markdownText = (text: string): string => oneLine(text).replaceAll('<', '\\<');

export const escapedMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>|~#]/g, '\\$&');

export const bullets = (lines: readonly string[]): string =>
  lines.map((line) => `- ${escapedMarkdown(line)}`).join('\n');

/** Padded for reading as plain text; the title of a group is a row. */
export function markdownTable({ header, groups }: TextTable): string {
  const safe = (row: readonly string[]) => row.map((text) => markdownText(text).replaceAll('|', '\\|'));
  const rows = [header, ...groups.flatMap((group) => group.rows)].map(safe);
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => stringWidth(row[column] ?? ''))));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => padded(row[column] ?? '', width)).join(' | ')} |`;
  const titleLine = (title: string | null) => (title === null ? [] : [line(safe([`*${title}*`]))]);
  return [
    line(safe(header)),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...groups.flatMap(({ title, rows }) => [...titleLine(title), ...rows.map((row) => line(safe(row)))]),
  ].join('\n');
}

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));

const BORDERS = ['top', 'bottom', 'left', 'right'].flatMap((side) => [side, `${side}-mid`]);
const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right', 'mid', 'mid-mid'];
const BARE = Object.fromEntries([...BORDERS, ...CORNERS].map((name) => [name, '']));

export const WIDEST = 120;
const GAP = '  ';

/**
 * With a rule below the header, at most `widest` columns wide as far as cutting the names of rows allows. Figures are aligned
 * right, names and `words` left. A line break in a cell breaks the row.
 *
 * @param longestName columns of the longest row name
 */
export function terminalTable(
  { header, groups, words = [] }: TextTable,
  longestName = 40,
  widest = WIDEST,
): string {
  const rows = groups.flatMap((group) => group.rows);
  const nameWidth = Math.min(longestName, widest - figureWidth([header, ...rows]));
  const table = new Table({
    head: header,
    colAligns: header.map((title, column) => (column === 0 || words.includes(title) ? 'left' : 'right')),
    chars: { ...BARE, middle: GAP },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const { title, rows } of groups) {
    if (title !== null) table.push([{ content: title, colSpan: header.length }]);
    for (const [name = '', ...cells] of rows) table.push([cut(oneLine(name), nameWidth), ...cells]);
  }
  const lines = table.toString().split('\n');
  const [head = '', ...body] = lines.map((line) => line.trimEnd());
  const rule = '─'.repeat(Math.max(...[head, ...body].map((line) => stringWidth(line))));
  return [head, rule, ...body].join('\n');
}

/** Width of all columns but the first, with the gaps before them. */
function figureWidth([header = [], ...rows]: readonly (readonly string[])[]): number {
  const widths = header.slice(1).map((title, index) => {
    const lines = [title, ...rows.map((row) => row[index + 1] ?? '')].flatMap((cell) => cell.split('\n'));
    return GAP.length + Math.max(...lines.map((line) => stringWidth(line)));
  });
  return widths.reduce((sum, width) => sum + width, 0);
}
