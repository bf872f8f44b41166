/** What a report shows, and its options. */
import type { PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';
import type { FilePlaces } from './file-places.ts';

const PLACED = ['junit', 'github', 'sarif'] as const;
export const REPORT_FORMATS = ['table', 'json', 'jsonl', 'csv', 'markdown', ...PLACED] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Formats that give places in the input file. */
export const PLACED_FORMATS: readonly ReportFormat[] = PLACED;

export interface Report {
  run: RunManifest;
  /** In the order of the run; may be iterated over more than once. */
  verdicts: Iterable<PassageVerdict> | AsyncIterable<PassageVerdict>;
  /** The folder of the run, where it has one. */
  folder?: string | undefined;
  /** Opens the input file; absent where there is none. */
  places?: (() => FilePlaces) | undefined;
}

export const REPORT_UNITS = ['fact', 'sentence'] as const;

export interface ReportOptions {
  format: ReportFormat;
  /** Default: `fact`. */
  by?: (typeof REPORT_UNITS)[number] | undefined;
  /** Suspicious facts in `table` and `markdown`; null for all facts. */
  top: number | null;
  /** Whether `table` and `markdown` show the parts of each score. */
  parts: boolean;
  /** Whether `json` and `jsonl` hold the intermediate records. */
  trace: boolean;
  color: boolean;
  /** Width of the terminal, for `table`. */
  columns: number;
}
