/** Text and tables as HTML. */
import { withoutControls } from './text.ts';
import type { TextTable } from './text-table.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` for HTML, inside an element or a quoted attribute; control characters become spaces. */
export function escapeHtml(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/**
 * A table that scrolls by itself where it is too wide. Columns of nothing but figures stand to the right, an interval
 * below its value.
 *
 * @param caption says what the table shows, to readers and to screen readers
 */
export function htmlTable({ header, groups }: TextTable, caption: string): string {
  const all = groups.flatMap(({ rows }) => rows);
  const numeric = header.map((_, column) => column > 0 && all.every((row) => isFigure(row[column])));
  const classOf = (column: number): string => (numeric[column] ? ' class="figure"' : '');
  const head = header.map((name, column) => `<th scope="col"${classOf(column)}>${escapeHtml(name)}</th>`);
  const rowHtml = ([name = '', ...values]: readonly string[], marked: boolean): string => {
    const cells = values.map((value, index) => `<td${classOf(index + 1)}>${cellHtml(value)}</td>`);
    const opened = `<tr${marked ? ' class="marked"' : ''}><th scope="row">${escapeHtml(name)}</th>`;
    return `${opened}${cells.join('')}</tr>`;
  };
  const body = groups.map(({ title, rows, marked = false }) => {
    const own = rows.map((row) => rowHtml(row, marked));
    return `<tbody>\n${[...(title === null ? [] : [titleRow(title, header.length)]), ...own].join('\n')}\n</tbody>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${head.join('')}</tr></thead>
${body.join('\n')}
</table></div>`;
}

const titleRow = (title: string, columns: number): string =>
  `<tr class="group"><th scope="rowgroup" colspan="${columns}">${escapeHtml(title)}</th></tr>`;

const cellHtml = (cell: string): string =>
  escapeHtml(cell).replace(/^(\S+)\s(\[[^[\]]*\])$/, '$1 <span class="interval">$2</span>');

/** Whether a cell is a number, an interval or the sign for missing. */
const isFigure = (cell = ''): boolean => /^[\s\d.,%×/*+−–[\]-]*$/.test(cell);
