/**
 * Statements: the sentences of a text; of Markdown the sentences of its paragraphs and list items, and its table cells,
 * with the words that say what each is about. Headings and code state nothing.
 */
import type { Span } from '../passage.ts';
import { type Block, readMarkdown } from '../text/markdown.ts';
import { withWholeMarks } from '../text/whole-marks.ts';
import { clauseOpening, unitOfLabel } from './clauses/labelled-facts.ts';
import { splitSentences } from './sentences.ts';

export interface TextStatement {
  /** In plain words: of a list item or cell after those that it stands under. */
  text: string;
  /** Where it stands, without those words. */
  span: Span;
  /** The place in the text of an offset in the words. */
  placeOf(offset: number): number;
  /**
   * The clause that a cell or field stands for, "The height of K2 is 8,611 m", and where the words would begin in it; null for
   * others. It is one only where the cell itself has no verb.
   */
  clause: { text: string; origin: number } | null;
  /** Where in the words the label of a cell or field stands, which states nothing; empty for others. */
  label: Span;
}

const NO_LABEL: Span = { start: 0, end: 0 };

export function readStatements(text: string): TextStatement[] {
  const markdown = readMarkdown(text);
  if (markdown !== null) return markdown.blocks.flatMap((block) => statementsOf(block, text));
  return splitSentences(text).map((span) => ({
    text: text.slice(span.start, span.end),
    span,
    placeOf: (offset) => span.start + offset,
    ...{ clause: null, label: NO_LABEL },
  }));
}

/** Where the statements of a text stand. */
export const statementSpans = (text: string): Span[] => readStatements(text).map(({ span }) => span);

function statementsOf(block: Block, source: string): TextStatement[] {
  const { text, places } = block;
  const whole = block.kind === 'value' ? [{ start: 0, end: text.length }] : splitSentences(text);
  const context = contextOf(block);
  return whole.map(({ start, end }) => {
    const words = { start: places[start] as number, end: (places[end - 1] as number) + 1 };
    const span = withWholeMarks(source, words);
    const placeOf = (offset: number): number => {
      const own = offset - context.length;
      if (own < 0) return span.start;
      return own < end - start ? (places[start + own] as number) : span.end;
    };
    const said = context + text.slice(start, end) + unitBehind(block);
    return { text: said, span, placeOf, clause: clauseOf(block, context), label: labelIn(block, context) };
  });
}

function labelIn({ kind, head, from }: Block, context: string): Span {
  if (kind !== 'value') return NO_LABEL;
  return from > 0 ? { start: 0, end: from } : { start: head?.length ?? 0, end: context.length };
}

function clauseOf(block: Block, context: string): TextStatement['clause'] {
  const { kind, text, head, label, from } = block;
  const opening = kind === 'value' && label !== null ? clauseOpening(label, head) : null;
  if (opening === null) return null;
  const words = opening + text.slice(from) + unitBehind(block);
  return { text: words, origin: opening.length - from - context.length };
}

/** " m" of a bare number under "Height (m)", " rooms" of one under "Rooms". */
function unitBehind({ kind, label, text, from }: Block): string {
  const isBare = kind === 'value' && label !== null && BARE_NUMBER.test(text.slice(from));
  const unit = isBare ? unitOfLabel(label) : null;
  return unit === null ? '' : ` ${unit}`;
}

/** What counts or measures; a number of four digits may be a year. */
const BARE_NUMBER = /^(?!\d{4}$)[\d.,]+$/u;

/** `Marie Curie, Born: ` before a cell, the lead-in or heading before an item that is no sentence. */
function contextOf({ kind, text, head, label, from }: Block): string {
  if (from > 0 || kind === 'paragraph' || (kind === 'item' && /[.!?]$/u.test(text))) return '';
  const column = kind === 'value' && label !== null ? withoutCapital(label) : label;
  const words = [head, column].filter((part) => part !== null && part !== '');
  return words.length === 0 ? '' : `${words.join(', ')}: `;
}

/** "atomic number" of the column "Atomic number", whose first word is no name. */
const withoutCapital = (label: string): string =>
  label.replace(/^\p{Lu}(?=\p{Ll}+ \p{Ll}+$)/u, (letter) => letter.toLowerCase());

const TABLE_ROW = /^[^\S\n]*\|.*\|[^\S\n]*$/mu;

/** Of a cell of a Markdown table its row, since a number alone says nothing; else the place itself. */
export function withRow(text: string, span: Span): Span {
  const from = span.start === 0 ? 0 : text.lastIndexOf('\n', span.start - 1) + 1;
  const line = text.slice(from).split('\n', 1)[0] as string;
  if (!TABLE_ROW.test(line)) return span;
  return { start: from + line.search(/\S/), end: from + line.trimEnd().length };
}

/** The sentences of a text, and each row of its Markdown tables with the first row, which names the columns; empty for others. */
export function sentencesAndRows(text: string): { span: Span; columns: string }[] {
  return splitSentences(text).flatMap((span) => {
    const sentence = text.slice(span.start, span.end);
    if (!TABLE_ROW.test(sentence)) return [{ span, columns: '' }];
    let columns = '';
    return [...sentence.matchAll(/\S.*/gu)].map(({ 0: line, index }) => {
      const row = {
        span: { start: span.start + index, end: span.start + index + line.trimEnd().length },
        columns,
      };
      columns = TABLE_ROW.test(line) ? columns || line : '';
      return row;
    });
  });
}
