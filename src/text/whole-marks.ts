/** Emphasis and code in Markdown, of which a part of a text should hold both marks or none. */
import type { Span } from '../passage.ts';

/** Marks side by side are one: `**`. */
const MARK = /([*_`])\1*/gu;
const AT_END = /([*_`])\1*$/u;
const AT_START = /^([*_`])\1*/u;
/** Longer rows of them are rules. */
const LONGEST = 3;

/** The span with the mark before or behind it whose other half it holds: "**Boots** are old" for "Boots** are old". */
export function withWholeMarks(text: string, { start, end }: Span): Span {
  const marks: string[] = text.slice(start, end).match(MARK) ?? [];
  if (marks.length === 0) return { start, end };
  const opening = AT_END.exec(text.slice(Math.max(0, start - LONGEST), start))?.[0];
  if (opening !== undefined && marks.includes(opening)) {
    marks.push(opening);
    start -= opening.length;
  }
  const closing = AT_START.exec(text.slice(end, end + LONGEST))?.[0];
  const isOpen = closing !== undefined && marks.filter((mark) => mark === closing).length % 2 === 1;
  return { start, end: isOpen ? end + closing.length : end };
}
