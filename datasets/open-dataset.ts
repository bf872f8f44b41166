/** Opens a labelled or unlabelled passage file of any known form, or a folder of several. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../src/errors.ts';
import {
  type DatasetFormat,
  detectFormat,
  passagesIn,
  SEVERAL_FILE_FORMATS,
  severalFilesOf,
} from './dataset-formats.ts';
import type { FieldMap } from './field-map.ts';
import { nearFieldNotes } from './field-names.ts';
import { decodeUtf8 } from './json-text.ts';
import { notEmpty, PASSAGE_FIELDS } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { RAGTRUTH_FILES, ragTruthPassages } from './ragtruth.ts';
import { readDocument } from './read-document.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import {
  REFCHECKER_REFERENCES,
  refCheckerPassages,
  refCheckerReferences,
  referenceFileOf,
} from './refchecker.ts';
import { unusedId } from './unused-id.ts';
import { systemReason } from '../src/files/system-reason.ts';

export interface Dataset {
  /** The base name of the file or folder. */
  name: string;
  format: DatasetFormat;
  passages: LabelledPassage[];
  /** Notes on ignored fields with similar names; absent for none. */
  notes?: string[];
}

/**
 * Reads a whole file. `map` says which fields of the user's own form have other names. `auto`, the default, tells the form by the content: JSON Lines or document, and the fields.
 * A folder holds the two files of RAGTruth, or files of one form (claim sets, QAGS or RefChecker), which are read in
 * the order of their names. Of RAGTruth either file is enough, where the other lies beside it; so do the references of
 * RefChecker lie beside the answers, where there are any.
 * @throws InputError when it cannot be read or is not of that form, naming file, line, row and field
 */
export async function openDataset(options: {
  path: string;
  format?: DatasetFormat | 'auto' | undefined;
  map?: FieldMap | undefined;
}): Promise<Dataset> {
  const { path, map } = options;
  const format = formatOf(options);
  if (await isFolder(path)) return openFolder(path, format);
  const document = await documentAt(path, map);
  const known = format === 'auto' ? detectFormat(document) : format;
  if (known === 'ragtruth') return openRagTruth(dirname(path), basename(path));
  if (known === 'refchecker') return openRefChecker(document, path);
  return datasetOf(document, { source: path, format: known });
}

async function openFolder(path: string, format: DatasetFormat | 'auto'): Promise<Dataset> {
  const all = (await readdir(path))
    .filter((name) => !name.endsWith('.meta.json') && !REFCHECKER_REFERENCES.includes(name))
    .sort();
  const isPair = Object.values(RAGTRUTH_FILES).every((name) => all.includes(name));
  if (format === 'ragtruth' || (format === 'auto' && isPair)) return openRagTruth(path, basename(path));
  if (format !== 'auto' && !severalFilesOf(format)) {
    const forms = ['ragtruth', ...SEVERAL_FILE_FORMATS].join(', ');
    throw new InputError(`${path}: is a folder; only ${forms} are read from one`);
  }
  const extension = (format === 'auto' ? undefined : severalFilesOf(format)) ?? /\.jsonl?$/i;
  const names = all.filter((name) => extension.test(name));
  const [first] = names;
  if (first === undefined) throw new InputError(`${path}: is a folder without .json files`);
  const known = format === 'auto' ? await folderFormat(join(path, first)) : format;
  const passages: LabelledPassage[] = [];
  for (const name of names)
    passages.push(...(await openDataset({ path: join(path, name), format: known })).passages);
  return { name: basename(path), format: known, passages: withUniqueIds(passages) };
}

/** By the first file; claim sets where that is inconclusive. */
async function folderFormat(first: string): Promise<DatasetFormat> {
  const found = detectFormat(await documentAt(first));
  return severalFilesOf(found) ? found : 'graph-uncertainty';
}

async function openRagTruth(folder: string, name: string): Promise<Dataset> {
  const rowsOf = async (file: string) => documentRows(await documentAt(join(folder, file)));
  const [responses, sources] = await Promise.all(Object.values(RAGTRUTH_FILES).map(rowsOf));
  const passages = ragTruthPassages(responses ?? [], sources ?? []);
  return { name, format: 'ragtruth', passages: notEmpty(passages, join(folder, RAGTRUTH_FILES.responses)) };
}

/** Answers, with their references where these are in the same folder. */
async function openRefChecker(document: JsonDocument, path: string): Promise<Dataset> {
  const file = referenceFileOf(path);
  const beside = file === null ? null : join(dirname(path), file);
  const references =
    beside !== null && (await isThere(beside))
      ? refCheckerReferences(documentRows(await documentAt(beside)))
      : undefined;
  const passages = refCheckerPassages(documentRows(document), path, references);
  return { name: basename(path), format: 'refchecker', passages: notEmpty(passages, path) };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function withUniqueIds(passages: readonly LabelledPassage[]): LabelledPassage[] {
  const usedIds = new Set<string>();
  return passages.map(({ passage, ...gold }) => ({
    passage: { ...passage, id: unusedId(passage.id, usedIds) },
    ...gold,
  }));
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (cause: Error) => {
      throw new InputError(`${path}: cannot be read (${systemReason(cause)})`, { cause });
    },
  );

async function documentAt(path: string, map?: FieldMap): Promise<JsonDocument> {
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new InputError(`${path}: cannot be read (${systemReason(cause)})`, { cause });
  });
  return readDocument(decodeUtf8(bytes, path), path, map);
}

/** {@link openDataset} for the text of one file; `source` names it in errors. */
export function parseDataset(
  text: string,
  options: { source: string; format?: DatasetFormat | 'auto'; map?: FieldMap | undefined },
): Dataset {
  const { source, map } = options;
  return datasetOf(readDocument(text, source, map), { source, format: formatOf(options) });
}

/** Only the user's own format has mapped fields. */
function formatOf({
  format = 'auto',
  map,
}: {
  format?: DatasetFormat | 'auto' | undefined;
  map?: FieldMap | undefined;
}) {
  if (map === undefined) return format;
  if (format === 'auto' || format === 'jsonl') return 'jsonl';
  throw new InputError(`fields are mapped in passages of your own, not in the form ${format}`);
}

/** The passages of a document. @throws InputError naming file, line, row and field */
export function datasetOf(
  document: JsonDocument,
  { source, format }: { source: string; format: DatasetFormat | 'auto' },
): Dataset {
  const known = format === 'auto' ? detectFormat(document) : format;
  const passages = notEmpty(passagesIn(document, source, known), source);
  const notes =
    known === 'jsonl'
      ? nearFieldNotes(
          documentRows(document).map(({ value }) => value),
          PASSAGE_FIELDS,
          source,
        )
      : [];
  return { name: basename(source), format: known, passages, ...(notes.length > 0 && { notes }) };
}
