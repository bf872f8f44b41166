/** What reports for people say in lines, section by section; a section without lines is left out. */
import { ORIGIN_TITLE, originLines } from '../format/run-origin.ts';
import { oneLine } from '../format/text.ts';
import { originOf } from '../run/origin-of-run.ts';
import { degradedLines, degradedTitle } from './degraded.ts';
import type { Outline } from './outline.ts';
import type { ReportOptions } from './report.ts';
import { abstentionLine, legendLines, unsureLine } from './shared-sentences.ts';

export interface TitledLines {
  title: string;
  lines: readonly string[];
}

/** Between the passages and their facts: what was given up, and what is not judged, or not clearly. */
export function linesBeforeFacts({ run, passages, asWhole, unanswered }: Outline): TitledLines[] {
  const { degraded, unfinished } = run;
  const abstained = passages.filter(({ abstention }) => abstention !== null);
  const unsure = passages.filter(({ label }) => label === 'unsure');
  const languages = passages.flatMap(({ id, language }) =>
    language === null ? [] : oneLine(`${id}: ${language}`),
  );
  return withLines([
    { title: degraded ? degradedTitle(degraded) : '', lines: degradedLines(degraded) },
    { title: 'Not judged, and why', lines: abstained.map(abstentionLine) },
    { title: 'Hallucinated as a whole, and why', lines: asWhole },
    { title: 'Unsure, and why', lines: unsure.map(unsureLine) },
    { title: 'Read without grammar, by sentences, words and numbers alone', lines: languages },
    {
      title: 'Not evaluated',
      lines: (unfinished?.passages ?? []).map((id) => oneLine(`${id}: ${unfinished?.reason}`)),
    },
    { title: 'Answers that could not be used', lines: unanswered },
  ]);
}

/** Behind them: what no evidence speaks of, and which facts count as one. */
export const linesBehindFacts = ({ unsupported, merges }: Outline): TitledLines[] =>
  withLines([
    { title: 'Unsupported', lines: unsupported },
    { title: 'Taken for the same', lines: merges },
  ]);

/** At the end: what figures mean, and what the report is a report of. */
export const closingLines = (outline: Outline, options: Pick<ReportOptions, 'parts'>): TitledLines[] =>
  withLines([
    { title: 'What the figures mean', lines: legendLines(outline, options) },
    { title: ORIGIN_TITLE, lines: originLines(originOf(outline.run)) },
  ]);

const withLines = (sections: readonly TitledLines[]): TitledLines[] =>
  sections.filter(({ lines }) => lines.length > 0);
