/** A report to paste into an issue, a wiki or a pull request. */
import { figure, oneLine } from '../format/text.ts';
import { bullets, escapedMarkdown as escaped, markdownTable } from '../format/text-table.ts';
import { BY_FAMILY_TITLE, familyTable, missingLines } from './by-family.ts';
import { blocksOf, type Fact, type FactBlock, factWords } from './facts.ts';
import type { Outline } from './outline.ts';
import { columnsOf } from './passage-columns.ts';
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

export function renderMarkdown(outline: Outline, options: Pick<ReportOptions, 'top' | 'parts'>): string {
  const { facts, omitted } = outline;
  const blocks = blocksOf(facts).map((block) => factSection(block, options.parts));
  const sections = [
    '# Hallucination report',
    `${summaryLine(outline)}.`,
    passageTable(outline),
    ...linesBeforeFacts(outline).map(titled),
    ...familySection(outline),
    ...(facts.length > 0 ? [`## ${factsTitle(options.top)}`, ...blocks] : []),
    ...(omitted > 0 ? [`${omittedLine(omitted)}.`] : []),
    ...[...linesBehindFacts(outline, options), ...closingLines(outline, options)].map(titled),
  ];
  return `${sections.join('\n\n')}\n`;
}

const titled = ({ title, lines }: TitledLines): string => `## ${title}\n\n${bullets(lines)}`;

function passageTable(outline: Outline): string {
  const columns = columnsOf(outline);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['passage', ...columns.map(({ heading }) => heading)]),
    `|---|---|${'--:|'.repeat(columns.length - 1)}`,
    ...outline.passages.map((line) =>
      row([escaped(oneLine(line.id)), ...columns.map(({ cell }) => cell(line))]),
    ),
  ].join('\n');
}

function familySection({ families }: Outline): string[] {
  if (families.length === 0) return [];
  const notes = missingLines(families);
  const table = markdownTable(familyTable(families));
  return [`## ${BY_FAMILY_TITLE}`, table, ...(notes.length > 0 ? [bullets(notes)] : [])];
}

function factSection({ facts, title, members, quote, evidence }: FactBlock, withParts: boolean): string {
  const [first] = facts as readonly [Fact];
  const place = first.place === null ? 'not located' : `at ${first.place}`;
  const partsLine = ({ triple, parts }: Fact) =>
    escaped(`${triple} (${parts.map(({ symbol, value }) => `${symbol} ${figure(value)}`).join(', ')})`);
  const memberLines = members.flatMap(({ line, evidence: own }) => [
    `- ${escaped(line)}`,
    ...own.map((reason) => `  - ${escaped(reason)}`),
  ]);
  return [
    `### ${escaped(title)}`,
    `${escaped(first.passageId)} ${place}: ${factWords(first)}`,
    ...(memberLines.length === 0 ? [] : [memberLines.join('\n')]),
    ...(quote === null ? [] : [`> ${escaped(quote)}`]),
    ...(withParts ? facts.map(partsLine) : []),
    ...(evidence.length === 0 ? [] : [bullets(evidence)]),
  ].join('\n\n');
}
