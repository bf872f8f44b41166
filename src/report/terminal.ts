/** The report for a terminal: a table of passages, then each suspicious fact with its reasons. */
import Table from 'cli-table3';
import picocolors from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { terminalTable } from '../format/text-table.ts';
import type { Label } from '../passage.ts';
import { BY_FAMILY_TITLE, familyTable, missingLines } from './by-family.ts';
import { degradedLines, degradedTitle } from './degraded.ts';
import type { Fact } from './facts.ts';
import type { Outline, PassageLine } from './outline.ts';
import type { ReportOptions } from './report.ts';
import {
  abstentionLine,
  factsTitle,
  MERGES_TITLE,
  omittedLine,
  scoreWords,
  summaryLine,
  UNFINISHED_TITLE,
  unfinishedLines,
} from './shared-sentences.ts';
import { cut, figure, MISSING, oneLine, percentage } from '../format/text.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

const MARGIN = '  ';
const NARROWEST = 36;
const WIDEST = 100;
const LONGEST_QUOTE = 240;

export function renderTerminal(
  outline: Outline,
  options: Pick<ReportOptions, 'top' | 'color' | 'columns'>,
): string {
  const colors = picocolors.createColors(options.color);
  const width = Math.min(WIDEST, Math.max(NARROWEST, options.columns)) - MARGIN.length - 1;
  const { facts, omitted, merges } = outline;
  const abstained = outline.passages.filter(({ abstention }) => abstention !== null);
  const blocks = [
    wrapped(summaryLine(outline), width).map(colors.bold),
    passageTable(outline, width, colors),
    ...degradedBlock(outline, width, colors),
    ...titled(
      'Not scored',
      abstained.map((line) => wrapped(abstentionLine(line), width)),
      colors,
    ),
    ...titled(
      UNFINISHED_TITLE,
      unfinishedLines(outline.run).map((line) => wrapped(line, width)),
      colors,
    ),
    ...familyBlock(outline, width, colors),
    ...(facts.length > 0 ? [[colors.bold(factsTitle(options.top))]] : []),
    ...facts.map((fact) => factBlock(fact, width, colors)),
    ...(omitted > 0 ? [wrapped(omittedLine(omitted), width).map(colors.dim)] : []),
    ...titled(
      MERGES_TITLE,
      merges.map((line) => wrapped(line, width)),
      colors,
    ),
  ];
  return `\n${blocks.map((lines) => lines.map((line) => `${MARGIN}${line}`.trimEnd()).join('\n')).join('\n\n')}\n\n`;
}

function degradedBlock({ run: { degraded } }: Outline, width: number, colors: Colors): string[][] {
  if (!degraded) return [];
  const lines = degradedLines(degraded).map((line) => wrapped(line, width));
  return titled(degradedTitle(degraded), lines, colors);
}

function titled(title: string, blocks: readonly string[][], colors: Colors): string[][] {
  return blocks.length === 0 ? [] : [[colors.bold(title), ...blocks.flat()]];
}

/** What the table shows, with the columns each takes behind the passage; a narrow terminal is left with the first. */
const HEADINGS = ['passage', 'label', 'score', 'suspicious', 'coverage'];
const FIGURES_WIDTH = 48;
const NARROW_HEADINGS = HEADINGS.slice(0, 3);
const NARROW_FIGURES_WIDTH = 25;
/** Probabilities of being hallucinated, behind the score, where there are any. */
const PROBABILITY_HEADING = 'p';
const PROBABILITY_WIDTH = 6;
const SHORTEST_ID = 8;
const RULE_ONLY = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** The headings that have room, and how much they leave for the id of the passage. */
function layout(width: number, withProbability: boolean): { headings: string[]; idWidth: number } {
  const figuresWidth = FIGURES_WIDTH + (withProbability ? PROBABILITY_WIDTH : 0);
  if (width < figuresWidth + SHORTEST_ID) {
    return { headings: NARROW_HEADINGS, idWidth: width - NARROW_FIGURES_WIDTH };
  }
  const headings = withProbability ? HEADINGS.toSpliced(3, 0, PROBABILITY_HEADING) : HEADINGS;
  return { headings, idWidth: width - figuresWidth };
}

function passageTable(outline: Outline, width: number, colors: Colors): string[] {
  const { headings, idWidth } = layout(width, outline.hasProbabilities);
  const table = new Table({
    head: headings.map((heading) => colors.dim(heading)),
    colAligns: headings.map((_, column) => (column < 2 ? 'left' : 'right')),
    chars: RULE_ONLY,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const line of outline.passages) {
    const cells = passageCells(line, idWidth, colors);
    table.push(headings.map((heading) => cells[heading] as string));
  }
  const [head = '', ...rows] = table.toString().split('\n');
  const rule = '─'.repeat(Math.max(...[head, ...rows].map((line) => stringWidth(line))));
  return [head, colors.dim(rule), ...rows];
}

/** Nothing where a single family of evidence has a weight. */
function familyBlock({ families }: Outline, width: number, colors: Colors): string[][] {
  if (families.length === 0) return [];
  const table = familyTable(families.map((line) => ({ ...line, id: cut(line.id, width / 3) })));
  const rows = terminalTable(table).split('\n');
  const notes = missingLines(families).flatMap((line) => wrapped(line, width));
  return [
    [colors.bold(BY_FAMILY_TITLE)],
    rows.map((line) => cut(line, width)),
    ...(notes.length > 0 ? [notes.map(colors.dim)] : []),
  ];
}

/** By heading. */
function passageCells(line: PassageLine, idWidth: number, colors: Colors): Record<string, string> {
  const { id, label, score, probability, triples, flagged, coverage, abstention } = line;
  return {
    passage: cut(oneLine(id), idWidth),
    label: coloured(label, label, colors),
    score: figure(score),
    p: figure(probability),
    suspicious: abstention ? MISSING : `${flagged} of ${triples}`,
    coverage: percentage(coverage),
  };
}

/** Where and how sure, the fact, the words that state it, the parts of its score, the evidence. */
function factBlock(fact: Fact, width: number, colors: Colors): string[] {
  const place = `${fact.passageId} ${fact.place ?? '(not located)'}`;
  const verdict = `${coloured(fact.label, fact.label, colors)} ${colors.bold(scoreWords(fact))}`;
  const parts = fact.parts.map(({ symbol, value }) => `${symbol}\u00a0${figure(value)}`).join(' · ');
  const indented = (text: string, paint: (line: string) => string, first = '  ') =>
    wrapped(text, width - 2).map((line, index) => `${index === 0 ? first : '  '}${paint(line)}`);
  return [
    spread(cut(place, width - (fact.probability === null ? 24 : 30)), verdict, width),
    ...indented(fact.text, colors.bold),
    ...(fact.quote === null ? [] : indented(`“${cut(fact.quote, LONGEST_QUOTE)}”`, colors.italic)),
    ...indented(parts, colors.dim),
    ...fact.evidence.flatMap((line) =>
      wrapped(line, width - 4).map((row, index) => `  ${index === 0 ? '- ' : '  '}${row}`),
    ),
  ];
}

/** `left` and `right` at the two ends of a line. */
function spread(left: string, right: string, width: number): string {
  return left + ' '.repeat(Math.max(2, width - stringWidth(left) - stringWidth(right))) + right;
}

/** Lines of at most `width` columns; a no-break space keeps two words together. */
function wrapped(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).replaceAll('\u00a0', ' ').split('\n');
}

function coloured(text: string, label: Label, colors: Colors): string {
  switch (label) {
    case 'hallucinated':
      return colors.red(text);
    case 'factual':
      return colors.green(text);
    default:
      return colors.yellow(text);
  }
}
