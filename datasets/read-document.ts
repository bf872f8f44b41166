/** Reads a file of passages as rows, in any format. */
import { jsonIn } from '../src/common/json-line.ts';
import { isTable, readTable } from './csv-rows.ts';
import { type FieldMap, mapRow } from './field-map.ts';
import { withoutByteOrderMark } from './json-text.ts';
import {
  documentRows,
  type JsonDocument,
  jsonLinesRows,
  listDocument,
  readJsonDocument,
} from './read-rows.ts';

/**
 * JSON Lines, a JSON document, or a table with a header row.
 * @param map where fields of a passage are found; its rows are passages of the user's own form
 * @throws InputError naming file and line
 */
export function readDocument(text: string, source: string, map?: FieldMap): JsonDocument {
  const clean = withoutByteOrderMark(text);
  if (isTable(clean, source)) return readTable(clean, source, map);
  const document = readAnyJson(clean, source);
  return map ? listDocument(documentRows(document).map((row) => mapRow(row, map))) : document;
}

/** JSON Lines are returned as a document whose value is the list of lines. @throws InputError naming file and line */
export function readAnyJson(text: string, source: string): JsonDocument {
  if (!isJsonLines(text, source)) return readJsonDocument(text, source);
  return listDocument([...jsonLinesRows(text, source)]);
}

/** By name for `.jsonl` and `.ndjson`; else when the first line is an object and the whole text is not JSON. */
function isJsonLines(text: string, source: string): boolean {
  if (/\.(jsonl|ndjson)$/i.test(source) || text.trim() === '') return true;
  const firstLine = text.trimStart().split('\n', 1)[0] as string;
  return firstLine.startsWith('{') && jsonIn(firstLine) !== undefined && jsonIn(text) === undefined;
}
