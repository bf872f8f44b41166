/** One row for each triple, for spreadsheets; a passage without triples has one row that says why. */
import { stringify } from 'csv-stringify/sync';
import { roundedFigure } from '../format/report-json.ts';
import { withoutControls } from '../format/text.ts';
import { COMPONENTS, type PassageVerdict } from '../passage.ts';
import { lineAndColumn } from './facts.ts';
import { hasProbability } from './outline.ts';
import { unsupportedIn } from './passage-notes.ts';
import type { Report } from './report.ts';

/** @param withProbability whether a calibration gave probabilities */
const columns = (withProbability: boolean): string[] => [
  ...['passage', 'passage_label', 'passage_score', ...(withProbability ? ['passage_probability'] : [])],
  ...['abstention', 'unsure', 'unsupported_sentences'],
  ...['triple', 'head', 'relation', 'tail', 'label', 'score', ...(withProbability ? ['probability'] : [])],
  ...['start', 'end', 'place', ...COMPONENTS.map((name) => `part_${name}`), 'evidence', 'reasons'],
];

/** Prefixes text that a spreadsheet would read as a formula with `'`, and removes terminal control characters. */
export const CSV_OPTIONS = {
  escape_formulas: true,
  cast: { number: (value: number) => String(roundedFigure(value)), string: withoutControls },
};

export async function* renderCsv({ verdicts }: Report): AsyncGenerator<string> {
  const names = columns(await hasProbabilities(verdicts));
  yield stringify([names]);
  for await (const verdict of verdicts) {
    yield stringify(rowsOf(verdict), { columns: names, ...CSV_OPTIONS });
  }
}

async function hasProbabilities(verdicts: Report['verdicts']): Promise<boolean> {
  for await (const verdict of verdicts) if (hasProbability(verdict)) return true;
  return false;
}

function rowsOf(verdict: PassageVerdict): Record<string, string | number | null>[] {
  const { passage, label, score, probability, abstention, unsure, triples } = verdict;
  const passageCells = {
    ...{ passage: passage.id, passage_label: label, passage_score: score, passage_probability: probability },
    ...{ abstention: abstention?.reason ?? null, unsure: unsure?.reason ?? null },
    unsupported_sentences: unsupportedIn(verdict).sentences.length,
  };
  if (triples.length === 0) return [passageCells];
  return triples.map(({ triple, components, evidence, reasons, ...row }) => {
    const { id, head, relation, tail, span } = triple;
    return {
      ...{ ...passageCells, triple: id, head, relation, tail },
      ...{ label: row.label, score: row.score, probability: row.probability },
      ...{ start: span?.start ?? null, end: span?.end ?? null },
      place: span && lineAndColumn(passage.response ?? '', span.start),
      ...Object.fromEntries(COMPONENTS.map((name) => [`part_${name}`, components[name].value])),
      ...{ evidence: evidence.join(' | '), reasons: JSON.stringify(reasons) },
    };
  });
}
