/**
 * Lists of ids that name a part of a data set: a JSON list, or one id a line. The authors of GCA publish their
 * sub-WikiBio as a JSON list of `{entity}`: the opening words of its passages.
 */
import { z } from 'zod';
import { InputError } from '../src/errors.ts';
import { parseJsonDocument, withoutByteOrderMark } from './json-text.ts';
import type { LabelledPassage } from './labelled-passage.ts';

export interface SelectedIds {
  /** Ids of existing passages, in the order of the passages. */
  ids: string[];
  /** Number of entries in the list. */
  listed: number;
  /** Entries without a passage. */
  missing: string[];
}

const entrySchema = z.union([
  z.union([z.string(), z.int()]).transform((id) => ({ id: String(id) })),
  z.object({ id: z.string() }),
  z.object({ entity: z.string() }),
]);
type Entry = z.infer<typeof entrySchema>;

/**
 * The passages selected by a list of ids. @param source the list's name, for error messages @throws InputError when
 * it is not a list of ids, or selects none of the passages
 */
export function selectedIds(
  text: string,
  { source, passages }: { source: string; passages: readonly LabelledPassage[] },
): SelectedIds {
  const entries = readIdList(text, source);
  const named = new Set<string>();
  const missing: string[] = [];
  for (const entry of entries) {
    const ids = idsNamedBy(entry, passages);
    if (ids.length === 0) missing.push('id' in entry ? entry.id : entry.entity);
    for (const id of ids) named.add(id);
  }
  const ids = passages.map(({ passage }) => passage.id).filter((id) => named.has(id));
  if (ids.length === 0) throw new InputError(`${source}: none of its ids is the id of a passage`);
  return { ids, listed: entries.length, missing };
}

/** The entries of a list. @throws InputError when it is no list of ids, or empty */
export function readIdList(text: string, source: string): Entry[] {
  const clean = withoutByteOrderMark(text).trim();
  const isJson = clean.startsWith('[') || clean.startsWith('{');
  const list = isJson
    ? parseJsonDocument(clean, source)
    : clean.split(/\s*\n\s*/).filter((line) => line !== '');
  const entries = z.array(entrySchema).min(1).safeParse(list);
  if (entries.success) return entries.data;
  const [row] = entries.error.issues[0]?.path ?? [];
  const place = typeof row === 'number' ? `${source}, row ${row + 1}` : source;
  throw new InputError(`${place}: expected a list of ids: JSON, or one a line`);
}

function idsNamedBy(entry: Entry, passages: readonly LabelledPassage[]): string[] {
  const named = passages.filter(({ passage: { id, response } }) =>
    'id' in entry ? id === entry.id : response?.startsWith(entry.entity),
  );
  return named.map(({ passage }) => passage.id);
}
