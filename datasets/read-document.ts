/** A file of passages as rows, whatever it is written in. */
import { readAnyJson } from './any-json.ts';
import { isTable, readTable } from './csv-rows.ts';
import { type FieldMap, mapRow } from './field-map.ts';
import { withoutByteOrderMark } from './json-text.ts';
import { documentRows, type JsonDocument, listDocument } from './read-rows.ts';

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
