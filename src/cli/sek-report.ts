/** The output of `hallugraph sek`: the text, the retrievals, and the accuracy of the answers. */
import { type AnswerMetrics, answerMetrics, finalAnswer } from '../benchmark/answer-metrics.ts';
import { markdownTable, markdownText, plainTable } from '../format/text-table.ts';
import { reasonWords } from '../report/missing-values.ts';
import { reportJson, reportJsonText } from '../format/report-json.ts';
import { counted, figure, oneLine, withoutControls } from '../format/text.ts';
import type { SekRecord } from '../run/sek-stage.ts';
import { mean } from '../statistics/summary.ts';
import type { Retrieval, Timing } from '../uncertainty/sek/correct.ts';

export const SEK_FORMATS = ['table', 'json', 'jsonl', 'markdown'] as const;
export type SekFormat = (typeof SEK_FORMATS)[number];

type SekReport = ReturnType<typeof withAnswerMetrics>;

export function withAnswerMetrics(timing: Timing, corrected: readonly SekRecord[]) {
  const passages = corrected.map((one) => {
    const { answers } = one;
    if (!answers) return one;
    const of = (text: string) => answerMetrics(finalAnswer(text), answers);
    return { ...one, metrics: { before: of(one.before), after: of(one.after) } };
  });
  const total = passages.reduce((sum, { retrievals }) => sum + retrievals.length, 0);
  const scored = passages.flatMap((one) => ('metrics' in one ? [one.metrics] : []));
  return {
    timing,
    retrievals: { total, mean: total / passages.length },
    /** Means over the passages with gold answers, before and after; null without any. */
    answers:
      scored.length === 0
        ? null
        : {
            count: scored.length,
            before: meanOf(scored.map(({ before }) => before)),
            after: meanOf(scored.map(({ after }) => after)),
          },
    passages,
  };
}

function meanOf(rows: readonly AnswerMetrics[]): AnswerMetrics {
  const of = (key: keyof AnswerMetrics) => mean(rows.map((row) => row[key])) as number;
  return { exactMatch: of('exactMatch'), precision: of('precision'), recall: of('recall'), f1: of('f1') };
}

/** Ends with a line break; one passage per line for `jsonl`. */
export function renderSek(report: SekReport, format: SekFormat): string {
  switch (format) {
    case 'json':
      return reportJson(report);
    case 'jsonl':
      return report.passages.map((one) => `${reportJsonText(one)}\n`).join('');
    case 'markdown':
      return renderMarkdown(report);
    case 'table':
      return renderText(report);
  }
}

function renderText({ passages, ...report }: SekReport): string {
  const sections = passages.map((one) =>
    [
      `${oneLine(one.id)} (${counted(one.retrievals.length, 'retrieval')})`,
      withoutControlsKeepingLines(one.after),
      ...one.retrievals.map(retrievalLine),
      ...endLines(one),
    ].join('\n'),
  );
  const { answers } = report;
  const lines = answers === null ? [] : [metricsLine('before', answers), metricsLine('after', answers)];
  return `${[...sections, [summaryLine(report, passages.length), ...lines].join('\n')].join('\n\n')}\n`;
}

function renderMarkdown({ passages, ...report }: SekReport): string {
  const section = (one: SekRecord): string =>
    [
      `## ${markdownText(one.id)}`,
      withoutControlsKeepingLines(one.after).replaceAll('<', '\\<').replace(/^/gm, '> '),
      [...one.retrievals.map(retrievalLine), ...endLines(one)].map(markdownText).join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  const { answers } = report;
  const rows = answers && (['before', 'after'] as const).map((when) => [when, ...metricCells(answers[when])]);
  const table = rows && markdownTable(plainTable(['answers', 'F1', 'EM', 'precision', 'recall'], rows));
  const parts = [
    '# Texts corrected by retrieval',
    `${summaryLine(report, passages.length)}.`,
    ...(table ? [table] : []),
    ...passages.map(section),
  ];
  return `${parts.join('\n\n')}\n`;
}

function endLines({ reason }: SekRecord): string[] {
  if (reason === null) return [];
  return [
    `- ended early: ${reason === 'limit' ? 'the limit of retrievals was reached' : reasonWords(reason)}`,
  ];
}

function summaryLine(
  { timing, retrievals }: Pick<SekReport, 'timing' | 'retrievals'>,
  count: number,
): string {
  const { total, mean } = retrievals;
  return `${timing}: ${counted(total, 'retrieval')} for ${counted(count, 'passage')}, ${figure(mean)} each`;
}

function retrievalLine({ at, because, query, passages, removed, written }: Retrieval): string {
  const reason = because === null ? '' : ` for “${oneLine(because)}”`;
  const found = passages.map(({ id, score }) => `${oneLine(id)} ${figure(score)}`).join(', ') || 'nothing';
  const change = removed === '' ? '' : `\n  “${oneLine(removed)}”\n  → “${oneLine(written)}”`;
  return `- at ${at}${reason}: “${oneLine(query)}” found ${found}${change}`;
}

function metricsLine(when: 'before' | 'after', answers: NonNullable<SekReport['answers']>): string {
  const [f1, exactMatch, precision, recall] = metricCells(answers[when]);
  const words = `F1 ${f1}, EM ${exactMatch}, precision ${precision}, recall ${recall}`;
  return `${when}: ${words} (${counted(answers.count, 'answer')})`;
}

const metricCells = ({ f1, exactMatch, precision, recall }: AnswerMetrics): string[] =>
  [f1, exactMatch, precision, recall].map((value) => value.toFixed(3));

const withoutControlsKeepingLines = (text: string): string =>
  text.split(/\r?\n/).map(withoutControls).join('\n');
