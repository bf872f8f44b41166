/** JSON Lines or a JSON document, whichever a text is. */

import { type JsonDocument, jsonLinesRows, listDocument, readJsonDocument } from './read-rows.ts';

/**
 * JSON Lines come out as a document whose value is the list of the lines.
 * @throws InputError naming file and line
 */
export function readAnyJson(text: string, source: string): JsonDocument {
  if (!isJsonLines(text, source)) return readJsonDocument(text, source);
  return listDocument([...jsonLinesRows(text, source)]);
}

/** By name for `.jsonl` and `.ndjson`; else when the first line is an object and the text as a whole is no JSON. */
function isJsonLines(text: string, source: string): boolean {
  if (/\.(jsonl|ndjson)$/i.test(source) || text.trim() === '') return true;
  const firstLine = text.trimStart().split('\n', 1)[0] as string;
  return firstLine.startsWith('{') && isJson(firstLine) && !isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
