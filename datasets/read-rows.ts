/** From files to rows: JSON Lines (whole or streamed) and JSON documents. */
import { Buffer } from 'node:buffer';
import { InputError } from '../src/errors.ts';
import { type JsonPath, lineOf } from './json-position.ts';
import { decodeUtf8, oneLineMessage, parseJsonDocument, withoutByteOrderMark } from './json-text.ts';
import type { Row } from './row.ts';

const LINE_FEED = 10;

/**
 * One row for each line of JSON Lines text; blank lines are skipped, CRLF and a byte order mark accepted.
 * Only the line feed ends a line: U+2028 and U+2029 are ordinary characters in JSON.
 * @throws InputError naming file and line
 */
export function* jsonLinesRows(text: string, source: string): Generator<Row> {
  let lineNumber = 0;
  for (const line of withoutByteOrderMark(text).split('\n')) {
    const row = lineRow(line, source, ++lineNumber);
    if (row) yield row;
  }
}

/** {@link jsonLinesRows} over a readable stream, holding one line at a time. */
export async function* streamedJsonLinesRows(
  chunks: AsyncIterable<Uint8Array | string>,
  source: string,
): AsyncGenerator<Row> {
  let lineNumber = 0;
  for await (const bytes of lineBytes(chunks)) {
    lineNumber++;
    const row = lineRow(decodeUtf8(bytes, `${source}, line ${lineNumber}`), source, lineNumber);
    if (row) yield row;
  }
}

/** Lines are split before decoding, so that an invalid byte is reported with its line. */
async function* lineBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Uint8Array);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...parts, bytes.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    parts.push(bytes.subarray(start));
  }
  yield Buffer.concat(parts);
}

function lineRow(line: string, source: string, lineNumber: number): Row | null {
  if (line.trim() === '') return null;
  const place = `${source}, line ${lineNumber}`;
  try {
    return { value: JSON.parse(line), name: `line-${lineNumber}`, place: () => place };
  } catch (cause) {
    throw new InputError(`${place}: not valid JSON: ${oneLineMessage(cause)}`, { cause });
  }
}

/** A JSON file, parsed once: its value, and rows with line numbers. */
export interface JsonDocument {
  value: unknown;
  /** The record at `path`, named `file.json, line 12 (row 2)` in errors. */
  rowAt(path: JsonPath, value: unknown): Row;
}

/** @throws InputError naming file and line */
export function readJsonDocument(text: string, source: string): JsonDocument {
  const clean = withoutByteOrderMark(text);
  return {
    value: parseJsonDocument(clean, source),
    rowAt: (path, value) => ({
      value,
      name: `row-${Number(path.at(-1) ?? 0) + 1}`,
      place: (inner = []) =>
        `${source}, line ${lineOf(clean, [...path, ...inner])}${path.length === 0 ? '' : ` (${rowName(path)})`}`,
    }),
  };
}

/** Rows are counted from 1: `row 2`, or `PHD-High row 2` inside a named list. */
const rowName = (path: JsonPath): string =>
  path.map((step) => (typeof step === 'number' ? `row ${step + 1}` : step)).join(' ');

/** A document whose value is a list, for rows that were read one by one. */
export const listDocument = (rows: readonly Row[]): JsonDocument => ({
  value: rows.map(({ value }) => value),
  rowAt: ([index]) => rows[Number(index)] as Row,
});

/** The elements of a top-level array, or the one top-level object. */
export function documentRows({ value, rowAt }: JsonDocument): Row[] {
  return Array.isArray(value) ? value.map((element, index) => rowAt([index], element)) : [rowAt([], value)];
}
