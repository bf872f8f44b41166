/** Opens passage files of any known format, or a folder of several. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../src/errors.ts';
import { readBytes, readBytesIfPresent } from '../src/files/read-bytes.ts';
import { throwing } from '../src/files/system-reason.ts';
import {
  checkFolderFormat,
  type DatasetFormat,
  detectFormat,
  fileBeside,
  filesToOpen,
  formatOfFolder,
  passagesIn,
} from './dataset-formats.ts';
import type { FieldMap } from './field-map.ts';
import { nearFieldNotes } from './field-names.ts';
import { decodeUtf8 } from './json-text.ts';
import { notEmpty, PASSAGE_FIELDS } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { readDocument } from './read-document.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import { unusedId } from './row.ts';

export interface Dataset {
  /** The base name of the file or folder. */
  name: string;
  format: DatasetFormat;
  passages: LabelledPassage[];
  /** Notes on ignored fields with similar names; absent for none. */
  notes?: string[];
}

interface Reading {
  /** `auto`, the default, tells it by the content. */
  format?: DatasetFormat | 'auto' | undefined;
  /** Which fields of the user's own format have other names. */
  map?: FieldMap | undefined;
}

/**
 * Reads a whole file, with the file beside it that completes it (RAGTruth, RefChecker); or a folder of files of one
 * format, in the order of their names.
 *
 * @throws InputError when it cannot be read or is not of that format, naming file, line, row and field
 */
export async function openDataset({ path, ...reading }: Reading & { path: string }): Promise<Dataset> {
  const found = await stat(path).catch(throwing(InputError, `${path}: cannot be read`));
  const format = formatOf(reading);
  return found.isDirectory() ? openFolder(path, format) : openFile(path, format, reading.map);
}

async function openFile(path: string, format: DatasetFormat | 'auto', map?: FieldMap): Promise<Dataset> {
  const document = readDocument(decodeUtf8(await readBytes(path), path), path, map);
  const known = format === 'auto' ? detectFormat(document) : format;
  const name = fileBeside(document, path, known);
  const beside = name === null ? undefined : await documentIfPresent(join(dirname(path), name));
  return datasetOf(document, { source: path, format: known, beside });
}

async function documentIfPresent(path: string): Promise<JsonDocument | undefined> {
  const bytes = await readBytesIfPresent(path);
  return bytes === null ? undefined : readDocument(decodeUtf8(bytes, path), path);
}

async function openFolder(path: string, format: DatasetFormat | 'auto'): Promise<Dataset> {
  const all = (await readdir(path)).filter((name) => !name.endsWith('.meta.json'));
  const name = basename(path);
  const wanted = format === 'auto' ? (formatOfFolder(all) ?? format) : format;
  const [first, ...others] = filesToOpen(all, path, wanted).map((file) => join(path, file));
  if (first === undefined) throw new InputError(`${path}: is a folder without .json files`);
  const { passages, format: known } = await openFile(first, wanted);
  checkFolderFormat(known, path);
  for (const file of others) passages.push(...(await openFile(file, known)).passages);
  return { name, format: known, passages: withUniqueIds(passages) };
}

function withUniqueIds(passages: readonly LabelledPassage[]): LabelledPassage[] {
  const usedIds = new Set<string>();
  return passages.map(({ passage, ...gold }) => ({
    passage: { ...passage, id: unusedId(passage.id, usedIds) },
    ...gold,
  }));
}

/** {@link openDataset} for the text of one file; `source` names it in errors. */
export const parseDataset = (text: string, { source, ...reading }: Reading & { source: string }): Dataset =>
  datasetOf(readDocument(text, source, reading.map), { source, format: formatOf(reading) });

/** Only the user's own format has mapped fields. */
function formatOf({ format = 'auto', map }: Reading): DatasetFormat | 'auto' {
  if (map === undefined) return format;
  if (format === 'auto' || format === 'jsonl') return 'jsonl';
  throw new InputError(`fields are mapped in passages of your own, not in the format ${format}`);
}

/**
 * The passages of a document. @param beside of the file that completes it
 * @throws InputError naming file, line, row and field
 */
export function datasetOf(
  document: JsonDocument,
  {
    source,
    format,
    beside,
  }: { source: string; format: DatasetFormat | 'auto'; beside?: JsonDocument | undefined },
): Dataset {
  const known = format === 'auto' ? detectFormat(document) : format;
  const passages = notEmpty(passagesIn(document, { source, format: known, beside }), source);
  const records = known === 'jsonl' ? documentRows(document).map(({ value }) => value) : [];
  const notes = nearFieldNotes(records, PASSAGE_FIELDS, source);
  return { name: basename(source), format: known, passages, ...(notes.length > 0 && { notes }) };
}
