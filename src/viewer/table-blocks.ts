/** Finds the tables of a Markdown text, whose cells are shown as cells. */
import type { Span } from '../passage.ts';

export interface TableBlock extends Span {
  /** The cells of each row, the header first, without the white space around them. */
  rows: Span[][];
}

const ROW = /^[ \t]*\|.*\|[ \t]*$/;
const RULE = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;
const BAR = /(?<!\\)\|/g;

/** In order. A table is a row, a rule of dashes, and the rows that follow. */
export function tableBlocks(text: string): TableBlock[] {
  const lines = linesOf(text);
  const blocks: TableBlock[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [header, rule] = [lines[index], lines[index + 1]];
    if (header === undefined || rule === undefined || !ROW.test(header.text) || !RULE.test(rule.text))
      continue;
    let last = index + 1;
    while (ROW.test(lines[last + 1]?.text ?? '')) last++;
    const rows = [header, ...lines.slice(index + 2, last + 1)].map(cellsOf);
    blocks.push({ start: header.start, end: (lines[last] as Line).end, rows });
    index = last;
  }
  return blocks;
}

/** With the break at its end within `end`, not within `text`. */
interface Line extends Span {
  text: string;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)].map((found) => {
    const { index, 0: whole, 1: own = '' } = found;
    return { start: index, end: index + whole.length, text: own };
  });
}

function cellsOf({ start, text }: Line): Span[] {
  const bars = [...text.matchAll(BAR)].map(({ index }) => index);
  return bars.slice(1).map((end, index) => {
    const from = (bars[index] as number) + 1;
    const own = text.slice(from, end);
    const before = own.length - own.trimStart().length;
    return { start: start + from + before, end: start + from + Math.max(before, own.trimEnd().length) };
  });
}
