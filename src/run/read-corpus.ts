/** Reads a user's corpus: a folder of texts, one text, or documents as JSON Lines. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { z } from 'zod';
import { jsonLinesRows } from '../../datasets/read-rows.ts';
import { checkRow } from '../../datasets/row.ts';
import { InputError } from '../errors.ts';
import { throwing } from '../files/system-reason.ts';
import type { CorpusDocument } from '../uncertainty/sek/passages.ts';
import { readTextFile } from './read-texts.ts';

/** Files opened at once, below the usual limit of a process. */
const FILES_AT_ONCE = 16;
const TEXT_FILE = /\.(?:txt|md)$/i;
const documentSchema = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]).optional(),
  title: z.string().nullish(),
  text: z.string(),
});

/**
 * The .txt and .md files of a folder, recursively, by path; or a .jsonl file of `{id?, title?, text}`, numbered without ids.
 *
 * @throws InputError naming file, line and field, or for no text or two documents with the same id
 */
export async function readCorpus(source: string, cwd: string): Promise<CorpusDocument[]> {
  const place = path.resolve(cwd, source);
  const found = await stat(place).catch(throwing(InputError, `${source}: cannot be read`));
  const documents = found.isDirectory()
    ? await readFolder(place)
    : TEXT_FILE.test(source)
      ? [{ id: path.basename(place), title: null, text: await readTextFile(source, cwd) }]
      : readLines(await readTextFile(source, cwd), source);
  if (documents.length === 0) throw new InputError(`${source}: holds no document (.txt, .md, or .jsonl)`);
  if (!documents.some(({ text }) => /\S/.test(text)))
    throw new InputError(`${source}: no document holds any text`);
  const ids = new Set<string>();
  for (const { id } of documents) {
    if (ids.has(id)) throw new InputError(`${source}: two documents have the id "${id}"`);
    ids.add(id);
  }
  return documents;
}

async function readFolder(folder: string): Promise<CorpusDocument[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT_FILE.test(name)).sort();
  const documentOf = async (name: string): Promise<CorpusDocument> => ({
    id: name.split(path.sep).join('/'),
    title: path.parse(name).name,
    text: await readTextFile(name, folder),
  });
  return pMap(names, documentOf, { concurrency: FILES_AT_ONCE });
}

const readLines = (text: string, source: string): CorpusDocument[] =>
  [...jsonLinesRows(text, source)].map((row, index) => {
    const { id = `${index + 1}`, title = null, text: own } = checkRow(documentSchema, row);
    return { id, title, text: own };
  });
