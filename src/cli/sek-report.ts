/** What `hallugraph sek` prints: the text, what was retrieved where, and how right the answers are. */
import { type AnswerMetrics, answerMetrics, finalAnswer } from '../benchmark/answer-metrics.ts';
import type { Usage } from '../passage.ts';
import { counted, figure, oneLine, withoutControls } from '../report/text.ts';
import type { Correction, Retrieval, Timing } from '../uncertainty/sek/correct.ts';

export interface Corrected extends Correction {
  id: string;
  /** Gold answers, where the record brings some. */
  answers?: string[];
  /** Null where no model was asked. */
  usage: Usage | null;
}

export interface SekReport {
  timing: Timing;
  /** Retrievals of all passages, and their mean. */
  retrievals: { total: number; mean: number };
  /** Means over the passages with gold answers, before and after; null without any. */
  answers: { count: number; before: AnswerMetrics; after: AnswerMetrics } | null;
  passages: (Corrected & { metrics?: { before: AnswerMetrics; after: AnswerMetrics } })[];
}

export function withAnswerMetrics(timing: Timing, corrected: readonly Corrected[]): SekReport {
  const passages = corrected.map((one) => {
    if (!one.answers) return one;
    const of = (text: string) => answerMetrics(finalAnswer(text), one.answers as string[]);
    return { ...one, metrics: { before: of(one.before), after: of(one.after) } };
  });
  const total = passages.reduce((sum, { retrievals }) => sum + retrievals.length, 0);
  const scored = passages.flatMap((one) => ('metrics' in one ? [one.metrics] : []));
  return {
    timing,
    retrievals: { total, mean: total / passages.length },
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
  const mean = (key: keyof AnswerMetrics) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length;
  return {
    ...{ exactMatch: mean('exactMatch'), precision: mean('precision') },
    ...{ recall: mean('recall'), f1: mean('f1') },
  };
}

/** For a terminal; ends in a line break. */
export function renderCorrections({ timing, retrievals, answers, passages }: SekReport): string {
  const sections = passages.map((one) =>
    [
      `${oneLine(one.id)} (${counted(one.retrievals.length, 'retrieval')})`,
      withoutControlsKeepingLines(one.after),
      ...one.retrievals.map(retrievalLine),
      ...(one.reason === null ? [] : [`- ended early: ${one.reason}`]),
    ].join('\n'),
  );
  const summary = `${timing}: ${counted(retrievals.total, 'retrieval')} for ${counted(passages.length, 'passage')}, ${figure(retrievals.mean)} each`;
  const lines = answers === null ? [] : [metricsLine('before', answers), metricsLine('after', answers)];
  return `${[...sections, [summary, ...lines].join('\n')].join('\n\n')}\n`;
}

function retrievalLine({ at, because, query, passages, removed, written }: Retrieval): string {
  const reason = because === null ? '' : ` for “${oneLine(because)}”`;
  const found = passages.map(({ id, score }) => `${oneLine(id)} ${figure(score)}`).join(', ') || 'nothing';
  const change = removed === '' ? '' : `\n  “${oneLine(removed)}”\n  → “${oneLine(written)}”`;
  return `- at ${at}${reason}: “${oneLine(query)}” found ${found}${change}`;
}

function metricsLine(when: 'before' | 'after', answers: NonNullable<SekReport['answers']>): string {
  const { f1, exactMatch, precision, recall } = answers[when];
  const values = Object.entries({ F1: f1, EM: exactMatch, precision, recall });
  const words = values.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', ');
  return `${when}: ${words} (${counted(answers.count, 'answer')})`;
}

const withoutControlsKeepingLines = (text: string): string =>
  text.split(/\r?\n/).map(withoutControls).join('\n');
