/**
 * Scores recorded elsewhere, for the same table: hallugraph's own form, and the published files of recorded runs on
 * WikiBio and PHD and of the claims of graph-uncertainty. The form is detected by the fields.
 */
import { readAnyJson } from '../../datasets/read-document.ts';
import { withoutByteOrderMark } from '../../datasets/json-text.ts';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { documentRows, type JsonDocument } from '../../datasets/read-rows.ts';
import { InputError } from '../errors.ts';
import { graphUncertaintyRows } from './recorded/graph-uncertainty-form.ts';
import { matchRows, type RecordedScores } from './recorded/match-rows.ts';
import { ownRows } from './recorded/own-form.ts';
import { phdRows } from './recorded/phd-forms.ts';
import type { RecordedRow } from './recorded/recorded-row.ts';
import { wikiBioRows } from './recorded/wikibio-form.ts';

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
  return isByMethod(document) ? wikiBioRows(document) : readList(documentRows(document), source);
}

function readList(rows: ReturnType<typeof documentRows>, source: string): RecordedRow[] {
  if (rows.length === 0) throw new InputError(`${source}: holds no scores`);
  return phdRows(rows) ?? graphUncertaintyRows(rows, source) ?? ownRows(rows);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isByMethod = ({ value }: JsonDocument): boolean =>
  isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isObject);
