/** A report independent of its output format: titled sections of paragraphs, lists, tables and charts. */
import type { Chart } from './charts.ts';

export interface Document {
  title: string;
  /** Shown before the first section. */
  lead: readonly Part[];
  sections: readonly Section[];
}

export interface Section {
  title: string;
  parts: readonly Part[];
}

/** A paragraph, a list of lines, a table, or a chart, which text output omits. */
export type Part = string | readonly string[] | TextTable | Figure;

export interface TextTable {
  /** The first column names the rows. */
  header: string[];
  /** `marked` rows are highlighted where the format can show it. */
  groups: { title: string | null; rows: string[][]; marked?: boolean }[];
  /** Titles of text columns, which a terminal aligns to the left like the first. */
  words?: readonly string[];
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
