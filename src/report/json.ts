/** Reports for programs: one document, or a verdict a line. */
import type { PassageVerdict } from '../passage.ts';
import type { Report, ReportOptions } from './report.ts';

type JsonOptions = Pick<ReportOptions, 'trace'>;

/** `{ run, passages }`: the manifest of the run and its verdicts. */
export async function* renderJson({ run, verdicts }: Report, options: JsonOptions): AsyncGenerator<string> {
  yield `{\n  "run": ${indented(run, 2)},\n  "passages": [`;
  let separator = '';
  for await (const verdict of verdicts) {
    yield `${separator}\n    ${indented(shown(verdict, options), 4)}`;
    separator = ',';
  }
  yield `${separator === '' ? '' : '\n  '}]\n}\n`;
}

/** As a part of a document that stands so many columns in. */
const indented = (value: object, columns: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(columns)}`);

/** One verdict a line, in input order. */
export async function* renderJsonLines({ verdicts }: Report, options: JsonOptions): AsyncGenerator<string> {
  for await (const verdict of verdicts) yield `${JSON.stringify(shown(verdict, options))}\n`;
}

function shown(verdict: PassageVerdict, options: JsonOptions): Partial<PassageVerdict> {
  const { trace: _, ...withoutTrace } = verdict;
  return options.trace ? verdict : withoutTrace;
}
