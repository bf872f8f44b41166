/**
 * Scores recorded elsewhere, for the same table: hallugraph's own form, and the published files of recorded runs on
 * WikiBio and PHD and of the claims of graph-uncertainty. The form is detected by the fields.
 */
import { z } from 'zod';
import { readAnyJson } from '../../datasets/read-document.ts';
import { idSchema } from '../../datasets/jsonl.ts';
import { withoutByteOrderMark } from '../../datasets/json-text.ts';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { documentRows, type JsonDocument } from '../../datasets/read-rows.ts';
import { InputError } from '../errors.ts';
import { graphUncertaintyRows } from './recorded/graph-uncertainty-form.ts';
import { matchRows, type RecordedRow, type RecordedScores } from './recorded/match-rows.ts';
import { phdRows } from './recorded/phd-forms.ts';
import { checkRow, isRecord, nonBlankText, type Row } from '../../datasets/row.ts';
import { mean } from '../statistics/summary.ts';

/**
 * @param text of the file
 * @param options `source` names the file in errors and notes
 * @throws InputError naming file, row and field; or when no row is about a passage
 */
export function readRecordedScores(
  text: string,
  options: { source: string; passages: readonly LabelledPassage[] },
): RecordedScores {
  return matchRows(readRows(withoutByteOrderMark(text), options.source), options);
}

function readRows(text: string, source: string): RecordedRow[] {
  const document = readAnyJson(text, source);
  if (isByMethod(document)) return wikiBioRows(document);
  const rows = documentRows(document);
  if (rows.length === 0) throw new InputError(`${source}: holds no scores`);
  return phdRows(rows) ?? graphUncertaintyRows(rows, source) ?? ownRows(rows);
}

const isByMethod = ({ value }: JsonDocument): boolean =>
  isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(isRecord);

const schema = z.record(z.string(), z.record(z.string(), z.array(z.number().nullable()).nullable()));

/** @throws InputError naming file, method and passage */
function wikiBioRows({ value, rowAt }: JsonDocument): RecordedRow[] {
  const methods = checkRow(schema, rowAt([], value));
  return Object.entries(methods).flatMap(([method, lists]) =>
    Object.entries(lists).map(([id, sentences]) => ({
      method,
      id,
      text: null,
      passage: mean(sentences ?? []),
      sentences: sentences ?? [],
      claims: null,
      row: rowAt([method, id], sentences),
    })),
  );
}

const scores = z.array(z.number().nullable()).nullish();

/**
 * hallugraph's own form: JSON Lines or a JSON list of
 *
 *   {"method": "my detector", "id": "passage-1", "score": 0.7, "sentences": [0.9, 0.5], "claims": [0.2, null]}
 *
 * Scores are risk on any scale, high = hallucinated. What is left out or null is not scored.
 */
const rowSchema = z.strictObject({
  method: nonBlankText,
  id: idSchema,
  score: z.number().nullish(),
  sentences: scores,
  claims: scores,
});

/** @throws InputError naming file, row and field */
export const ownRows = (rows: readonly Row[]): RecordedRow[] =>
  rows.map((row) => {
    const { method, id, score = null, sentences = null, claims = null } = checkRow(rowSchema, row);
    const fields = { sentences: ['sentences'], claims: ['claims'] };
    return { method, id, text: null, passage: score, sentences, claims, row, fields };
  });
