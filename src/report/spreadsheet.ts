/** A run as a spreadsheet (.xlsx): a sheet of sentences and one of facts, coloured by state and label. */
import type { CellObject, Row, Sheet } from 'write-excel-file/node';
import { labelWords, type SentenceState } from '../format/labels.ts';
import { roundedFigure } from '../format/report-json.ts';
import { oneLine, tripleWords } from '../format/text.ts';
import type { Label, PassageVerdict } from '../passage.ts';
import { lineAndColumn } from './facts.ts';
import type { Report } from './report.ts';
import { reportedSentences } from './reported-sentences.ts';

/** Backgrounds on which black text can be read. */
const RED = '#F8CCC8';
const YELLOW = '#FCEFD6';
const GREEN = '#DDF0E4';
const SENTENCE_COLORS: Partial<Record<SentenceState, string>> = {
  ...{ wrong: RED, 'not confirmed': YELLOW, confirmed: GREEN },
};
const FACT_COLORS: Partial<Record<Label, string>> = { hallucinated: RED, factual: GREEN };

/** Characters that a cell may hold. */
const LONGEST = 32_767;

const text = (value: string, backgroundColor?: string): CellObject => ({
  ...{ value: oneLine(value).slice(0, LONGEST), type: String, wrap: true, alignVertical: 'top' },
  ...(backgroundColor !== undefined && { backgroundColor }),
});
const number = (value: number | null): CellObject | null =>
  value === null ? null : { value: roundedFigure(value), type: Number, alignVertical: 'top' };
const heading = (value: string): CellObject => ({ value, type: String, fontWeight: 'bold' });

const SENTENCE_HEADINGS = ['passage', 'verdict', 'state', 'sentence', 'because', 'support', 'place'];
const FACT_HEADINGS = ['passage', 'label', 'fact', 'support', 'chance wrong', 'reasons', 'place'];

function sentenceRows(verdict: PassageVerdict): Row[] {
  const about = [text(verdict.passage.id), text(labelWords(verdict.label))];
  const rows = reportedSentences(verdict).map(({ state, text: said, because, score, place }) => {
    const color = SENTENCE_COLORS[state];
    const cells = [text(state, color), text(said, color), text(because.join('; ')), number(score)];
    return [...about, ...cells, text(place)];
  });
  if (rows.length > 0) return rows;
  return [[...about, null, null, text(verdict.abstention?.detail ?? ''), null, null]];
}

const factRows = ({ passage, triples }: PassageVerdict): Row[] =>
  triples.map(({ triple, label, score, probability, evidence }) => {
    const color = FACT_COLORS[label] ?? YELLOW;
    const place = triple.span === null ? '' : lineAndColumn(passage.response ?? '', triple.span.start);
    return [
      ...[text(passage.id), text(label, color), text(tripleWords(triple), color)],
      ...[number(score), number(probability), text(evidence.join('; ')), text(place)],
    ];
  });

/** @returns the bytes of the file */
export async function spreadsheetOf(verdicts: Report['verdicts']): Promise<Uint8Array> {
  const sentences: Row[] = [SENTENCE_HEADINGS.map(heading)];
  const facts: Row[] = [FACT_HEADINGS.map(heading)];
  for await (const verdict of verdicts) {
    sentences.push(...sentenceRows(verdict));
    facts.push(...factRows(verdict));
  }
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const sheet = (name: string, data: Row[], widths: number[]): Sheet<never> => ({
    ...{ data, sheet: name, stickyRowsCount: 1, columns: widths.map((width) => ({ width })) },
  });
  return writeExcelFile([
    sheet('Sentences', sentences, [18, 14, 14, 70, 60, 9, 8]),
    sheet('Facts', facts, [18, 14, 50, 9, 12, 70, 8]),
  ]).toBuffer();
}
