/** Opens a labelled or unlabelled passage file of any known form, or a folder of claim sets. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError } from '../src/errors.ts';
import { readAnyJson } from './any-json.ts';
import { graphUncertaintyPassages, looksLikeGraphUncertainty } from './graph-uncertainty.ts';
import { decodeUtf8, withoutByteOrderMark } from './json-text.ts';
import { notEmpty, passageReader } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { looksLikePhd, phdPassages } from './phd.ts';
import { documentRows, type JsonDocument } from './rows.ts';
import { unusedId } from './unused-id.ts';
import { looksLikeWikiBio, wikiBioPassages } from './wikibio.ts';

export const DATASET_FORMATS = [
  'phd',
  'wikibio',
  'sub-wikibio',
  'triplecom',
  'graph-uncertainty',
  'jsonl',
] as const;
/**
 * `jsonl` is the user's own form, as JSON Lines or as a JSON document. `sub-wikibio` is the WikiBio file and
 * `triplecom` a file of any form, of which a part is then selected by ids (see `ids.ts`) or drawn.
 */
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

export interface Dataset {
  /** The name of the file or folder, without what it lies in. */
  name: string;
  format: DatasetFormat;
  passages: LabelledPassage[];
}

/**
 * Reads a whole file. `auto`, the default, tells the form by the content: JSON Lines or document, and the fields.
 * A folder is read as claim sets, all of its `.json` files in the order of their names.
 * @throws InputError when it cannot be read or is not of that form, naming file, line, row and field
 */
export async function openDataset(options: {
  path: string;
  format?: DatasetFormat | 'auto';
}): Promise<Dataset> {
  const { path, format = 'auto' } = options;
  if (await isFolder(path)) return openFolder(path, format);
  return parseDataset(decodeUtf8(await readBytes(path), path), { source: path, format });
}

async function openFolder(path: string, format: DatasetFormat | 'auto'): Promise<Dataset> {
  if (format !== 'auto' && format !== 'graph-uncertainty') {
    throw new InputError(`${path}: is a folder; only graph-uncertainty is read from one`);
  }
  const names = (await readdir(path)).filter((name) => /\.json$/i.test(name) && !name.endsWith('.meta.json'));
  if (names.length === 0) throw new InputError(`${path}: is a folder without .json files`);
  const passages: LabelledPassage[] = [];
  for (const name of names.sort()) {
    const file = await openDataset({ path: join(path, name), format: 'graph-uncertainty' });
    passages.push(...file.passages);
  }
  return { name: basename(path), format: 'graph-uncertainty', passages: withUniqueIds(passages) };
}

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
      throw new InputError(`${path}: cannot be read: ${cause.message}`, { cause });
    },
  );

const readBytes = (path: string): Promise<Uint8Array> =>
  readFile(path).catch((cause: Error) => {
    throw new InputError(`${path}: cannot be read: ${cause.message}`, { cause });
  });

/** {@link openDataset} for the text of one file that is already there; `source` names it in errors. */
export function parseDataset(
  text: string,
  options: { source: string; format?: DatasetFormat | 'auto' },
): Dataset {
  const { source, format = 'auto' } = options;
  const document = readAnyJson(withoutByteOrderMark(text), source);
  const known = format === 'auto' ? detectFormat(document) : format;
  const passages = notEmpty(LOADERS[known](document, source), source);
  return { name: basename(source), format: known, passages };
}

type Loader = (document: JsonDocument, source: string) => LabelledPassage[];

const wikiBio: Loader = (document) => wikiBioPassages(documentRows(document));

const LOADERS: Record<DatasetFormat, Loader> = {
  phd: phdPassages,
  wikibio: wikiBio,
  'sub-wikibio': wikiBio,
  triplecom: (document, source) => LOADERS[detectFormat(document)](document, source),
  'graph-uncertainty': (document, source) => graphUncertaintyPassages(documentRows(document), source),
  jsonl: (document) => documentRows(document).map(passageReader()),
};

function detectFormat(document: JsonDocument): Exclude<DatasetFormat, 'triplecom'> {
  const first = documentRows(document)[0]?.value;
  if (looksLikeWikiBio(first)) return 'wikibio';
  if (looksLikeGraphUncertainty(first)) return 'graph-uncertainty';
  return looksLikePhd(first) ? 'phd' : 'jsonl';
}
