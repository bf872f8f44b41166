/** The table of passages: its columns as data, and which of them fit a width. */
import { labelWords } from '../format/labels.ts';
import { MISSING, percentage, scoreFigure } from '../format/text.ts';
import type { Outline, PassageLine } from './outline.ts';
import { hasPassageProbability, hasUnsupported } from './report-lines.ts';

export interface Column {
  heading: string;
  /** In a terminal, with the gap before it. */
  width: number;
  cell(line: PassageLine): string;
}

const whereJudged = (cell: (line: PassageLine) => string) => (line: PassageLine) =>
  line.abstention ? MISSING : cell(line);

const VERDICT: Column = { heading: 'verdict', width: 16, cell: ({ label }) => labelWords(label) };
const SUSPICIOUS: Column = {
  ...{ heading: 'suspicious', width: 12 },
  cell: whereJudged(({ flagged, triples }) => `${flagged} of ${triples}`),
};
const UNSUPPORTED: Column = {
  ...{ heading: 'unsupported', width: 13 },
  cell: whereJudged(({ unsupported }) => String(unsupported)),
};
const SUPPORT: Column = {
  ...{ heading: 'support', width: 12 },
  cell: ({ score, threshold }) => scoreFigure(score, threshold),
};
const CHANCE: Column = {
  ...{ heading: 'chance wrong', width: 14 },
  cell: ({ probability }) => percentage(probability),
};
const COVERAGE: Column = { heading: 'coverage', width: 10, cell: ({ coverage }) => percentage(coverage) };

/** The columns after the id that have a value. */
export const columnsOf = (outline: Pick<Outline, 'passages'>): Column[] => [
  ...[VERDICT, SUSPICIOUS, ...(hasUnsupported(outline) ? [UNSUPPORTED] : []), SUPPORT],
  ...(hasPassageProbability(outline) ? [CHANCE] : []),
  COVERAGE,
];

export const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

const SHORTEST_ID = 8;
/** With less room for ids, coverage is dropped in favour of the unsupported column. */
const LONG_ID = 24;

export function fittingColumns(outline: Pick<Outline, 'passages'>, width: number): Column[] {
  const all = columnsOf(outline);
  const isCrowded = all.includes(UNSUPPORTED) && width < widthOf(all) + LONG_ID;
  const shown = isCrowded ? all.filter((column) => column !== COVERAGE) : all;
  return width < widthOf(shown) + SHORTEST_ID ? [VERDICT, SUSPICIOUS] : shown;
}
