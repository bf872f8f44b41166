/** A report as a plain record: titled sections of paragraphs, lists, tables and charts, whatever it is shown as. */
import type { Chart } from './charts.ts';

export interface Document {
  title: string;
  /** What stands before the first section. */
  lead: readonly Part[];
  sections: readonly Section[];
}

export interface Section {
  title: string;
  parts: readonly Part[];
}

/** A paragraph, a list of lines, a table, or a chart, which text leaves out. */
export type Part = string | readonly string[] | TextTable | Figure;

/** A table of text. */
export interface TextTable {
  /** The first column names the rows. */
  header: string[];
  /** `marked` rows are set off from the others, where there is a way to show it. */
  groups: { title: string | null; rows: string[][]; marked?: boolean }[];
  /** Columns of words, by their titles, which a terminal shows to the left as the first. */
  words?: readonly string[];
  /** What the table shows. */
  caption?: string;
}

export const plainTable = (header: string[], rows: string[][]): TextTable => ({
  header,
  groups: [{ title: null, rows }],
});

export interface Figure {
  chart: Chart;
  caption: string;
}

export const isList = (part: Part): part is readonly string[] => Array.isArray(part);
