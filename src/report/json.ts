/** Reports for programs: one document, or a verdict a line. */
import type { PassageVerdict } from '../passage.ts';
import type { Report, ReportOptions } from './report.ts';

type JsonOptions = Pick<ReportOptions, 'trace'>;

/** `{ run, passages }`: the manifest of the run and its verdicts. */
export function renderJson({ run, verdicts }: Report, options: JsonOptions): string {
  const passages = verdicts.map((verdict) => shown(verdict, options));
  return `${JSON.stringify({ run, passages }, null, 2)}\n`;
}

/** One verdict a line, in input order. */
export function renderJsonLines({ verdicts }: Report, options: JsonOptions): string {
  return verdicts.map((verdict) => `${JSON.stringify(shown(verdict, options))}\n`).join('');
}

function shown(verdict: PassageVerdict, options: JsonOptions): Partial<PassageVerdict> {
  const { trace: _, ...withoutTrace } = verdict;
  return options.trace ? verdict : withoutTrace;
}
