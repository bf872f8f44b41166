/** Opens a labelled or unlabelled passage file of any known form. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { InputError } from '../src/errors.ts';
import { decodeUtf8, withoutByteOrderMark } from './json-text.ts';
import { notEmpty, passageReader } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { looksLikePhd, phdPassages } from './phd.ts';
import type { Row } from './row.ts';
import { documentRows, type JsonDocument, jsonLinesRows, readJsonDocument } from './rows.ts';
import { looksLikeWikiBio, wikiBioPassages } from './wikibio.ts';

export const DATASET_FORMATS = ['phd', 'wikibio', 'jsonl'] as const;
/** `jsonl` is the user's own form, as JSON Lines or as a JSON document. */
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

export interface Dataset {
  /** The file's name without folder. */
  name: string;
  format: DatasetFormat;
  passages: LabelledPassage[];
}

/**
 * Reads a whole file. `auto`, the default, tells the form by the content: JSON Lines or document, and the fields.
 * @throws InputError when the file cannot be read or is not of that form, naming file, line, row and field
 */
export async function openDataset(options: {
  path: string;
  format?: DatasetFormat | 'auto';
}): Promise<Dataset> {
  const { path, format = 'auto' } = options;
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new InputError(`${path}: cannot be read: ${cause.message}`, { cause });
  });
  return parseDataset(decodeUtf8(bytes, path), { source: path, format });
}

/** {@link openDataset} for text that is already there; `source` names it in errors. */
export function parseDataset(
  text: string,
  options: { source: string; format?: DatasetFormat | 'auto' },
): Dataset {
  const { source, format = 'auto' } = options;
  const document = readAnyJson(withoutByteOrderMark(text), source);
  const known = format === 'auto' ? detectFormat(document) : format;
  return { name: basename(source), format: known, passages: notEmpty(LOADERS[known](document), source) };
}

const LOADERS: Record<DatasetFormat, (document: JsonDocument) => LabelledPassage[]> = {
  phd: phdPassages,
  wikibio: (document) => wikiBioPassages(documentRows(document)),
  jsonl: (document) => documentRows(document).map(passageReader()),
};

function detectFormat(document: JsonDocument): DatasetFormat {
  const first = documentRows(document)[0]?.value;
  if (looksLikeWikiBio(first)) return 'wikibio';
  return looksLikePhd(first) ? 'phd' : 'jsonl';
}

/** JSON Lines come out as a document whose value is the list of the lines. */
function readAnyJson(text: string, source: string): JsonDocument {
  if (!isJsonLines(text, source)) return readJsonDocument(text, source);
  const rows: Row[] = [...jsonLinesRows(text, source)];
  return {
    value: rows.map(({ value }) => value),
    rowAt: ([index]) => rows[Number(index)] as Row,
  };
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
