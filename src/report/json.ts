/** Reports for programs: one document, or a verdict a line. */
import { reportJsonText } from '../format/report-json.ts';
import type { PassageVerdict } from '../passage.ts';
import type { Report, ReportOptions } from './report.ts';

type JsonOptions = Pick<ReportOptions, 'trace'>;

/** `{ run, passages }`: the manifest of the run and its verdicts. */
export async function* renderJson({ run, verdicts }: Report, options: JsonOptions): AsyncGenerator<string> {
  yield `{\n  "run": ${deeper(JSON.stringify(run, null, 2), 2)},\n  "passages": [`;
  let separator = '';
  for await (const verdict of verdicts) {
    yield `${separator}\n    ${deeper(verdictJson(verdict, options, 2), 4)}`;
    separator = ',';
  }
  yield `${separator === '' ? '' : '\n  '}]\n}\n`;
}

/** As a part of a document that stands so many columns in. */
const deeper = (text: string, columns: number): string => text.replaceAll('\n', `\n${' '.repeat(columns)}`);

/** One verdict a line, in input order. */
export async function* renderJsonLines({ verdicts }: Report, options: JsonOptions): AsyncGenerator<string> {
  for await (const verdict of verdicts) yield `${verdictJson(verdict, options)}\n`;
}

/** With its trace the record as it is; without, figures are for reading. */
export function verdictJson(verdict: PassageVerdict, options: JsonOptions, indent?: number): string {
  if (options.trace) return JSON.stringify(verdict, null, indent);
  const { trace: _, ...withoutTrace } = verdict;
  return reportJsonText(withoutTrace, indent);
}
