/** Renders a report in any of its formats. */
import { csvBySentence, markdownBySentence, terminalBySentence } from './by-sentence.ts';
import { renderCsv } from './csv.ts';
import { findingsOf, sentenceFindingsOf } from './findings.ts';
import { renderGithub } from './github-annotations.ts';
import { renderJson, renderJsonLines } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown-report.ts';
import { outlineOf } from './outline.ts';
import type { Report, ReportOptions } from './report.ts';
import { renderSarif } from './sarif.ts';
import { renderTerminal } from './terminal.ts';

/** In pieces; the last one ends in a line break. */
export async function* renderReport(report: Report, options: ReportOptions): AsyncGenerator<string> {
  const bySentence = options.by === 'sentence';
  const find = bySentence ? sentenceFindingsOf : findingsOf;
  switch (options.format) {
    case 'table':
      if (bySentence) return yield* terminalBySentence(report, options);
      return yield renderTerminal(await outlineOf(report, options), options);
    case 'markdown':
      if (bySentence) return yield* markdownBySentence(report);
      return yield renderMarkdown(await outlineOf(report, options), options);
    case 'csv':
      return yield* bySentence ? csvBySentence(report) : renderCsv(report);
    case 'json':
      return yield* renderJson(report, options);
    case 'jsonl':
      return yield* renderJsonLines(report, options);
    case 'junit':
      return yield* renderJunit(report, find);
    case 'github':
      return yield* renderGithub(report, find);
    case 'sarif':
      return yield await renderSarif(report, find);
  }
}
