/** Tables with a header row (CSV and its kin), as rows of the user's own form. */
import { CsvError, parse } from 'csv-parse/sync';
import { InputError } from '../src/errors.ts';
import type { FieldMap } from './field-map.ts';
import { headerField } from './field-names.ts';
import { escaped } from './json-text.ts';
import { type JsonDocument, listDocument } from './read-rows.ts';
import { quotedNames, type Row } from './row.ts';

/** Whether a text is a table: by file name, else because it is not JSON. */
export function isTable(text: string, source: string): boolean {
  if (/\.(csv|tsv)$/i.test(source)) return true;
  if (/\.(json|jsonl|ndjson)$/i.test(source)) return false;
  return /^\s*[^\s{[][^\n]*[,;\t]/.test(text);
}

/**
 * A column is a field; lists are JSON in a cell, samples also the columns `sample_1`, `sample_2` and so on (or
 * `sample1`, `Sample 1`). `Prompt` and `Response` are understood as well as their lower case. An empty cell counts as
 * missing, except for `prompt` and `response`, which are then empty. Line breaks in cells become line feeds.
 *
 * @param text cells parted by comma, semicolon or tab: whichever the header has most of
 * @param map columns to be taken for fields
 * @throws InputError naming file, line and column
 */
export function readTable(text: string, source: string, map: FieldMap = {}): JsonDocument {
  const [header, ...records] = recordsOf(text, source);
  if (header === undefined) throw new InputError(`${source}: is empty`);
  const columns = columnsOf(header.record, source, map);
  const rows = records.map(({ record, info }, index): Row => {
    const line = info.lines - record.join('').split('\n').length + 1;
    return {
      value: recordOf(columns, record),
      name: `row-${index + 1}`,
      place: () => `${source}, line ${line} (row ${index + 1})`,
    };
  });
  return listDocument(rows);
}

interface CsvRecord {
  record: string[];
  /** `lines`: number of lines read at the end. */
  info: { lines: number };
}

function recordsOf(text: string, source: string): CsvRecord[] {
  const options = { delimiter: delimiterOf(text), info: true, skip_empty_lines: true };
  try {
    // it counts a two-character line break twice
    return parse(text.replaceAll('\r\n', '\n'), options) as unknown as CsvRecord[];
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const why = escaped(cause.message.split('\n', 1)[0]?.slice(0, 200) ?? '');
    throw new InputError(`${source}, line ${cause.lines}: not valid CSV: ${why}`, { cause });
  }
}

function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).delimiter;
}

interface Column {
  field: string;
  at: number;
}

/** The fields in the header; a column mapped to a field has no other meaning. */
function columnsOf(header: readonly string[], source: string, map: FieldMap): Column[] {
  const names = header.map((name) => name.trim());
  const refuse = (problem: string): never => {
    const there = escaped(quotedNames(names)).slice(0, 300);
    throw new InputError(`${source}, line 1: ${problem}; there are ${there}`);
  };
  if (new Set(names).size < names.length) refuse('two columns have one name');
  const mapped = Object.entries(map).map(([field, name]) => ({ field, at: names.indexOf(name) }));
  for (const { field, at } of mapped)
    if (at === -1) refuse(`--map ${field}=${map[field]}: there is no such column`);
  const taken = new Set(mapped.map(({ at }) => at));
  const own = names.flatMap((name, at) => {
    const variant = headerField(name);
    const field = names.includes(variant) ? name : variant;
    return taken.has(at) || Object.hasOwn(map, field) ? [] : [{ field, at }];
  });
  const columns = [...own, ...mapped];
  const fields = columns.map(({ field }) => field);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) refuse(`two columns are taken for ${twice}`);
  if (fields.includes('samples') && fields.some(isSample))
    refuse('samples are one column or columns with numbers, not both');
  return columns;
}

const isSample = (field: string): boolean => /^sample_\d+$/.test(field);
const ordinal = ({ field }: Column): number => Number(field.slice('sample_'.length));

const MAY_BE_EMPTY = ['prompt', 'response'];

function recordOf(columns: readonly Column[], cells: readonly string[]): Record<string, unknown> {
  const isThere = ({ field, at }: Column) => cells[at]?.trim() !== '' || MAY_BE_EMPTY.includes(field);
  const cellOf = ({ at }: Column) => cells[at];
  const numbered = columns.filter(({ field }) => isSample(field)).sort((a, b) => ordinal(a) - ordinal(b));
  const others = columns.filter((column) => !numbered.includes(column) && isThere(column));
  return {
    ...Object.fromEntries(others.map((column) => [column.field, cellOf(column)])),
    ...(numbered.length > 0 && { samples: numbered.filter(isThere).map(cellOf) }),
  };
}
