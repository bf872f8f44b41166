/** One report, five formats. */
import { renderCsv } from './csv.ts';
import { renderJson, renderJsonLines } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report, ReportOptions } from './report.ts';
import { renderTerminal } from './terminal.ts';

/** The whole report as text that ends in a line break. */
export function renderReport(report: Report, options: ReportOptions): string {
  switch (options.format) {
    case 'table':
      return renderTerminal(report, options);
    case 'json':
      return renderJson(report, options);
    case 'jsonl':
      return renderJsonLines(report, options);
    case 'csv':
      return renderCsv(report);
    case 'markdown':
      return renderMarkdown(report, options);
  }
}
