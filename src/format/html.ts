/** Text and tables as HTML. */
import { withoutControls } from './text.ts';

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

/** What a table shows in one place: text, or HTML made by the caller, who has escaped what is not his own. */
export type Cell = string | { html: string };

export interface TableRow {
  /** One for each column; the first names the row. */
  cells: readonly Cell[];
  /** Set off from the other rows. */
  marked?: boolean;
}

export interface RowGroup {
  /** A line above the rows; null for none. */
  title: string | null;
  rows: readonly TableRow[];
}

/**
 * A table that scrolls by itself where it is too wide. Columns of nothing but figures stand to the right.
 *
 * @param caption says what the table shows, to readers and to screen readers
 */
export function htmlTable(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  caption: string,
): string {
  return groupedTable(header, [{ title: null, rows: rows.map((cells) => ({ cells })) }], caption);
}

/** As {@link htmlTable}, with the rows in groups. */
export function groupedTable(
  header: readonly string[],
  groups: readonly RowGroup[],
  caption: string,
): string {
  const rows = groups.flatMap((group) => group.rows);
  const numeric = header.map((_, column) => column > 0 && rows.every(({ cells }) => isFigure(cells[column])));
  const classOf = (column: number): string => (numeric[column] ? ' class="figure"' : '');
  const head = header.map((name, column) => `<th scope="col"${classOf(column)}>${escapeHtml(name)}</th>`);
  const row = ({ cells, marked = false }: TableRow): string => {
    const [name = '', ...values] = cells.map(cellHtml);
    const data = values.map((value, index) => `<td${classOf(index + 1)}>${value}</td>`);
    return `<tr${marked ? ' class="marked"' : ''}><th scope="row">${name}</th>${data.join('')}</tr>`;
  };
  const body = groups.map(({ title, rows: ofGroup }) => {
    const line =
      title === null
        ? []
        : [
            `<tr class="group"><th scope="rowgroup" colspan="${header.length}">${escapeHtml(title)}</th></tr>`,
          ];
    return `<tbody>\n${[...line, ...ofGroup.map(row)].join('\n')}\n</tbody>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${head.join('')}</tr></thead>
${body.join('\n')}
</table></div>`;
}

const cellHtml = (cell: Cell): string => (typeof cell === 'string' ? escapeHtml(cell) : cell.html);

/** Whether the text of a cell is a number, an interval or the sign for missing. */
function isFigure(cell: Cell | undefined): boolean {
  const text = cell === undefined ? '' : cellHtml(cell).replace(/<[^>]*>/g, '');
  return /^[\s\d.,%×/*+−–[\]-]*$/.test(text);
}
