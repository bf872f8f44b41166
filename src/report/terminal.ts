/** The report for a terminal: a table of passages, facts with their evidence, and a legend. */
import picocolors from 'picocolors';
import stringWidth from 'string-width';
import { cut, figure } from '../format/text.ts';
import { plainTable, terminalTable } from '../format/text-table.ts';
import type { Label } from '../passage.ts';
import { BY_FAMILY_TITLE, familyTable, missingLines } from './by-family.ts';
import { blocksOf, type Fact, type FactBlock, factWords } from './facts.ts';
import type { Outline } from './outline.ts';
import { fittingColumns, widthOf } from './passage-columns.ts';
import type { ReportOptions } from './report.ts';
import {
  closingLines,
  factsTitle,
  linesBeforeFacts,
  linesBehindFacts,
  omittedLine,
  summaryLine,
  type TitledLines,
} from './report-lines.ts';
import { indented, pageWidth, terminalPage, wrapped } from './terminal-page.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

interface Page {
  width: number;
  colors: Colors;
}

const LONGEST_QUOTE = 240;

export function renderTerminal(
  outline: Outline,
  { top, parts, color, columns }: Pick<ReportOptions, 'top' | 'parts' | 'color' | 'columns'>,
): string {
  const page = { width: pageWidth(columns), colors: picocolors.createColors(color) };
  const { width, colors } = page;
  const { facts, omitted } = outline;
  const titled = ({ title, lines }: TitledLines) => [
    colors.bold(title),
    ...lines.flatMap((line) => wrapped(line, width)),
  ];
  const notes = ({ title, lines }: TitledLines) =>
    [title, ...lines.flatMap((line) => indented(line, width, '', '  '))].map(colors.dim);
  return terminalPage([
    wrapped(summaryLine(outline), width).map(colors.bold),
    passageTable(outline, page),
    ...linesBeforeFacts(outline).map(titled),
    ...familyBlocks(outline, page),
    ...(facts.length > 0 ? [[colors.bold(factsTitle(top))]] : []),
    ...blocksOf(facts).map((block) => factBlock(block, parts, page)),
    ...(omitted > 0 ? [wrapped(omittedLine(omitted), width).map(colors.dim)] : []),
    ...linesBehindFacts(outline, { parts }).map(titled),
    ...closingLines(outline, { parts }).map(notes),
  ]);
}

function passageTable(outline: Outline, { width, colors }: Page): string[] {
  const columns = fittingColumns(outline, width);
  const idWidth = width - widthOf(columns);
  const rows = outline.passages.map((line) => {
    const [verdict = '', ...figures] = columns.map(({ cell }) => cell(line));
    return [line.id, coloured(verdict, line.label, colors), ...figures];
  });
  const header = [cut('passage', idWidth), ...columns.map(({ heading }) => heading)];
  const table = { ...plainTable(header, rows), words: ['verdict'] };
  const [head = '', rule = '', ...body] = terminalTable(table, idWidth).split('\n');
  return [colors.dim(head), colors.dim(rule), ...body];
}

function familyBlocks({ families }: Outline, { width, colors }: Page): string[][] {
  if (families.length === 0) return [];
  const table = familyTable(families.map((line) => ({ ...line, id: cut(line.id, width / 3) })));
  const notes = missingLines(families).flatMap((line) => wrapped(line, width));
  return [
    [colors.bold(BY_FAMILY_TITLE)],
    terminalTable(table)
      .split('\n')
      .map((line) => cut(line, width)),
    ...(notes.length > 0 ? [notes.map(colors.dim)] : []),
  ];
}

function factBlock(
  { facts, title, members, quote, evidence }: FactBlock,
  withParts: boolean,
  { width, colors }: Page,
): string[] {
  const [{ passageId, place, ...first }] = facts as readonly [Fact];
  const verdict = coloured(factWords(first), first.label, colors);
  const partsOf = ({ triple, parts }: Fact) => [
    triple,
    parts.map(({ symbol, value }) => `${symbol}\u00a0${figure(value)}`).join(' · '),
  ];
  return [
    ...spread(`${passageId} ${place ?? '(not located)'}`, verdict, width),
    ...indented(title, width).map(colors.bold),
    ...members.flatMap(({ line, evidence: own }) => [
      ...indented(line, width, '  - ', '    '),
      ...own.flatMap((reason) => indented(reason, width, '    - ', '      ')),
    ]),
    ...(quote === null ? [] : indented(`“${cut(quote, LONGEST_QUOTE)}”`, width).map(colors.italic)),
    ...(withParts ? facts.flatMap(partsOf) : []).flatMap((text) => indented(text, width).map(colors.dim)),
    ...evidence.flatMap((reason) => indented(reason, width, '  - ', '    ')),
  ];
}

/** Both at the ends of one line, or on two lines where one is too short. */
function spread(left: string, right: string, width: number): string[] {
  const between = width - stringWidth(left) - stringWidth(right);
  return between < 2 ? [cut(left, width), ...wrapped(right, width)] : [left + ' '.repeat(between) + right];
}

function coloured(text: string, label: Label, { red, green, yellow }: Colors): string {
  if (label === 'hallucinated') return red(text);
  return label === 'factual' ? green(text) : yellow(text);
}
