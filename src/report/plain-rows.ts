/** Rows of cells as lines of text, in columns; the first row is the heading. */
import stringWidth from 'string-width';

/** Indented by two blanks; the columns are two blanks apart. */
export function plainRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)));
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
