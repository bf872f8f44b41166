/** The page of a terminal report: a margin, an empty line between blocks, lines that fit the width. */
import wrapAnsi from 'wrap-ansi';

const MARGIN = '  ';
const NARROWEST = 36;
const WIDEST = 100;

/** Columns of a line. @param columns of the terminal */
export const pageWidth = (columns: number): number =>
  Math.min(WIDEST, Math.max(NARROWEST, columns)) - MARGIN.length - 1;

export const terminalPage = (blocks: readonly (readonly string[])[]): string =>
  `\n${blocks.map((lines) => lines.map((line) => `${MARGIN}${line}`.trimEnd()).join('\n')).join('\n\n')}\n\n`;

/** Lines of at most `width` columns; a no-break space keeps two words together. */
export const wrapped = (text: string, width: number): string[] =>
  wrapAnsi(text, width, { hard: true }).replaceAll('\u00a0', ' ').split('\n');

/** {@link wrapped} with a prefix, and another one from the second line on. */
export const indented = (text: string, width: number, first = '  ', others = first): string[] =>
  wrapped(text, width - others.length).map((line, index) => `${index === 0 ? first : others}${line}`);
