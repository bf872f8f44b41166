/** What a report shows, and how it may be shown. */
import type { PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';

export const REPORT_FORMATS = ['table', 'json', 'jsonl', 'csv', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface Report {
  run: RunManifest;
  /** In the order of the run; gone through once or more, so that none has to stay in memory. */
  verdicts: Iterable<PassageVerdict> | AsyncIterable<PassageVerdict>;
}

export interface ReportOptions {
  format: ReportFormat;
  /** How many suspicious triples `table` and `markdown` show; null for every triple. */
  top: number | null;
  /** Whether `table` and `markdown` show the parts of each score. */
  parts: boolean;
  /** Whether `json` and `jsonl` hold the intermediate records. */
  trace: boolean;
  /** Whether `table` may use colour. */
  color: boolean;
  /** Width of the terminal, for `table`. */
  columns: number;
}
