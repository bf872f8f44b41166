/** Tables for papers and spreadsheets: LaTeX in the style of booktabs, and CSV. */
import { stringify } from 'csv-stringify/sync';
import type { TextTable } from './document.ts';
import { oneLine } from './text.ts';

/** The cells as shown; where rows are grouped, the first column is the group. */
export function csvTable({ header, groups }: TextTable): string {
  const isGrouped = groups.some(({ title }) => title !== null);
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map((row) => (isGrouped ? [title ?? '', ...row] : row)),
  );
  return stringify([isGrouped ? ['group', ...header] : header, ...rows].map((row) => row.map(oneLine)));
}

/**
 * A `tabular`, for a `table` with its own caption; it needs `\usepackage{booktabs}`. Names are aligned left, figures
 * right; the row of a marked group is bold.
 */
export function latexTable({ header, groups, words = [], caption }: TextTable, title: string): string {
  const columns = header.map((name, index) => (index === 0 || words.includes(name) ? 'l' : 'r')).join('');
  const cellText = (cell: string, marked: boolean) =>
    marked && cell !== '' ? `\\textbf{${latexText(cell)}}` : latexText(cell);
  const line = (cells: readonly string[], marked = false) =>
    `${cells.map((cell) => cellText(cell, marked)).join(' & ')} \\\\`;
  const body = groups.flatMap(({ title: group, rows, marked }, index) => [
    ...(index > 0 ? ['\\midrule'] : []),
    ...(group === null ? [] : [`\\multicolumn{${header.length}}{l}{\\emph{${latexText(group)}}} \\\\`]),
    ...rows.map((row) => line(row, marked)),
  ]);
  const lines = [
    `% ${oneLine([title, caption].filter((text) => text !== undefined).join(': '))}`,
    '% \\usepackage{booktabs}',
    `\\begin{tabular}{${columns}}`,
    '\\toprule',
    line(header),
    '\\midrule',
    ...body,
    '\\bottomrule',
    '\\end{tabular}',
  ];
  return `${lines.join('\n')}\n`;
}

const SPECIAL: Readonly<Record<string, string>> = {
  ...{ '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' },
  ...{ '&': '\\&', '%': '\\%', $: '\\$', '#': '\\#', _: '\\_', '{': '\\{', '}': '\\}' },
  ...{ '<': '\\textless{}', '>': '\\textgreater{}', '−': '$-$', '–': '--', '…': '\\ldots{}' },
  ...{ Δ: '$\\Delta$', µ: '$\\mu$', μ: '$\\mu$', σ: '$\\sigma$', θ: '$\\theta$', ρ: '$\\rho$' },
  ...{ '²': '$^2$', '·': '$\\cdot$', '×': '$\\times$', '≥': '$\\geq$', '≤': '$\\leq$' },
  '½': '$\\frac{1}{2}$',
};

/** On one line, with LaTeX commands escaped. */
export const latexText = (text: string): string =>
  oneLine(text).replace(/[\\~^&%$#_{}<>−–…Δµμσθρ²·×≥≤½]/gu, (sign) => SPECIAL[sign] as string);
