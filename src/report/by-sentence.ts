/** `--by sentence`: the passages of a run sentence by sentence. */
import { stringify } from 'csv-stringify/sync';
import picocolors from 'picocolors';
import { labelWords, SENTENCE_MEANINGS, SENTENCE_STATES, stateCounts } from '../format/labels.ts';
import { ORIGIN_TITLE, originLines } from '../format/run-origin.ts';
import { oneLine } from '../format/text.ts';
import { escapedMarkdown } from '../format/text-table.ts';
import type { PassageVerdict } from '../passage.ts';
import { originOf } from '../run/origin-of-run.ts';
import { CSV_OPTIONS } from './csv.ts';
import type { Report, ReportOptions } from './report.ts';
import { abstentionLine } from './report-lines.ts';
import { type ReportedSentence, reportedSentences } from './reported-sentences.ts';
import { indented, pageWidth, terminalPage, wrapped } from './terminal-page.ts';

const LEGEND_TITLE = 'What the words mean';
const LEGEND = SENTENCE_STATES.map((state) => `${state}: ${SENTENCE_MEANINGS[state]}`);

function headline(
  { passage, label, abstention }: PassageVerdict,
  sentences: readonly ReportedSentence[],
): string {
  if (abstention) return abstentionLine(passage.id, abstention);
  const counts = stateCounts(sentences);
  return oneLine(`${passage.id}: ${labelWords(label)}${counts === '' ? '' : `; ${counts}`}`);
}

export async function* terminalBySentence(
  { run, verdicts }: Report,
  options: Pick<ReportOptions, 'color' | 'columns'>,
): AsyncGenerator<string> {
  const { red, yellow, green, dim, bold } = picocolors.createColors(options.color);
  const width = pageWidth(options.columns);
  const paint = { wrong: red, 'not confirmed': yellow, confirmed: green, 'not read': dim };
  const stateWidth = 'not confirmed'.length;
  const margin = ' '.repeat(stateWidth + 2);
  const sentenceLines = ({ state, text, because }: ReportedSentence): string[] => {
    const lines = indented(text, width, margin).map((line) => line.slice(margin.length));
    const [first = '', ...others] = state === 'not read' ? lines.map(dim) : lines;
    return [
      `${paint[state](state)}${' '.repeat(stateWidth - state.length + 2)}${first}`,
      ...others.map((line) => `${margin}${line}`),
      ...because.flatMap((reason) => indented(reason, width, `${margin}- `, `${margin}  `)),
    ];
  };
  for await (const verdict of verdicts) {
    const sentences = reportedSentences(verdict);
    const title = wrapped(headline(verdict, sentences), width).map(bold);
    yield terminalPage([[...title, ...sentences.flatMap(sentenceLines)]]).replace(/\n$/, '');
  }
  const notes = (title: string, lines: readonly string[]) =>
    [title, ...lines.flatMap((line) => indented(line, width, '', '  '))].map(dim);
  yield terminalPage([notes(LEGEND_TITLE, LEGEND), notes(ORIGIN_TITLE, originLines(originOf(run)))]);
}

export async function* markdownBySentence({ run, verdicts }: Report): AsyncGenerator<string> {
  yield '# Hallucination report, by sentence\n\n';
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');
  for await (const verdict of verdicts) {
    const sentences = reportedSentences(verdict);
    yield `## ${escapedMarkdown(headline(verdict, sentences))}\n\n`;
    for (const { state, text, because } of sentences) {
      yield `- **${state}**: ${escapedMarkdown(text)}\n`;
      for (const reason of because) yield `  - ${escapedMarkdown(reason)}\n`;
    }
    yield sentences.length > 0 ? '\n' : '';
  }
  yield `## ${LEGEND_TITLE}\n\n${bullets(LEGEND)}\n`;
  yield `## ${ORIGIN_TITLE}\n\n${bullets(originLines(originOf(run)).map(escapedMarkdown))}`;
}

const COLUMNS = [
  ...['passage', 'passage_label', 'sentence', 'state', 'score', 'because', 'start', 'end', 'place'],
];

/** One row for each sentence, or one for a passage without any. */
export async function* csvBySentence({ verdicts }: Report): AsyncGenerator<string> {
  yield stringify([COLUMNS]);
  for await (const verdict of verdicts) {
    const passage = { passage: verdict.passage.id, passage_label: verdict.label };
    const rows = reportedSentences(verdict).map(({ span, text, because, ...sentence }) => ({
      ...{ ...passage, ...sentence, sentence: text, because: because.join(' | '), ...span },
    }));
    yield stringify(rows.length > 0 ? rows : [passage], { columns: COLUMNS, ...CSV_OPTIONS });
  }
}

export function sentencesRecord(verdict: PassageVerdict) {
  const { passage, label, score, abstention } = verdict;
  const sentences = reportedSentences(verdict).map(({ passageId: _, fact: __, ...sentence }) => sentence);
  return { id: passage.id, label, score, abstention, sentences };
}
