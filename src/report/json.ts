/** Reports for programs: one document, or a record a line. */
import { reportJsonText } from '../format/report-json.ts';
import type { PassageVerdict } from '../passage.ts';
import { sentencesRecord } from './by-sentence.ts';
import type { Report, ReportOptions } from './report.ts';

type JsonOptions = Pick<ReportOptions, 'trace' | 'by'>;

/** `{ run, passages }`: the manifest of the run and a record of each passage, written piece by piece. */
export async function* renderJson({ run, verdicts }: Report, options: JsonOptions): AsyncGenerator<string> {
  yield `{\n  "run": ${shifted(JSON.stringify(run, null, 2), 2)},\n  "passages": [`;
  let separator = '';
  for await (const verdict of verdicts) {
    yield `${separator}\n    ${shifted(recordJson(verdict, options, 2), 4)}`;
    separator = ',';
  }
  yield `${separator === '' ? '' : '\n  '}]\n}\n`;
}

const shifted = (text: string, columns: number): string => text.replaceAll('\n', `\n${' '.repeat(columns)}`);

export async function* renderJsonLines({ verdicts }: Report, options: JsonOptions): AsyncGenerator<string> {
  for await (const verdict of verdicts) yield `${recordJson(verdict, options)}\n`;
}

const recordJson = (verdict: PassageVerdict, options: JsonOptions, indent?: number): string =>
  options.by === 'sentence'
    ? reportJsonText(sentencesRecord(verdict), indent)
    : verdictJson(verdict, options, indent);

/** With its trace the unchanged record; without, figures are rounded for reading. */
export function verdictJson(verdict: PassageVerdict, { trace }: JsonOptions, indent?: number): string {
  if (trace) return JSON.stringify(verdict, null, indent);
  const { trace: _, ...withoutTrace } = verdict;
  return reportJsonText(withoutTrace, indent);
}
