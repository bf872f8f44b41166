/** Annotations of a pull request: workflow commands of GitHub Actions. */
import { withoutControls } from '../format/text.ts';
import type { FilePlace } from './file-places.ts';
import { findingsOf } from './findings.ts';
import { outlineOf } from './outline.ts';
import type { Report } from './report.ts';
import { summaryLine } from './report-lines.ts';

/** One line for each finding, and a notice with the summary. */
export async function* renderGithub(report: Report, find = findingsOf): AsyncGenerator<string> {
  for await (const { verdict, findings } of find(report)) {
    for (const { level, text, place } of findings) {
      const properties = { ...(place && placeOf(place)), title: verdict.passage.id };
      yield command(level === 'note' ? 'notice' : level, properties, text);
    }
  }
  yield command('notice', { title: 'hallugraph' }, summaryLine(await outlineOf(report, { top: 0 })));
}

/** GitHub takes columns only within one line. */
const placeOf = ({ file, startLine, startColumn, endLine, endColumn }: FilePlace) => ({
  ...{ file, line: startLine, endLine },
  ...(startLine === endLine && { col: startColumn, endColumn }),
});

function command(name: string, properties: Record<string, string | number>, message: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${propertyText(String(value))}`);
  return `::${name} ${given.join(',')}::${messageText(message)}\n`;
}

/** GitHub cuts longer messages. */
const LONGEST = 4000;

const messageText = (text: string): string =>
  withoutControls(text.slice(0, LONGEST))
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');

const propertyText = (text: string): string =>
  messageText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
