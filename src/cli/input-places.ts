/** The file with the passages of a run, for reports that give places in it. */
import path from 'node:path';
import { withoutByteOrderMark } from '../../datasets/json-text.ts';
import { InputError } from '../errors.ts';
import { type FilePlaces, filePlaces } from '../report/file-places.ts';
import type { RunManifest } from '../run/manifest.ts';
import type { Host } from '../run/host.ts';
import { readText } from '../run/read-texts.ts';

/**
 * Undefined where there is no such file: standard input, a prompt whose response is not in a file, a file or folder
 * that cannot be read as one text.
 */
export async function inputPlaces(
  { path: input, responseFile, format, map }: RunManifest['input'],
  { cwd, env }: Pick<Host, 'cwd' | 'env'>,
): Promise<(() => FilePlaces) | undefined> {
  // a relative path is in the run folder, which the user did not write
  const file = responseFile ?? (path.isAbsolute(input) ? input : undefined);
  if (file === undefined) return undefined;
  try {
    const text = withoutByteOrderMark(await readText(file, cwd));
    const shown = shownPath(file, env.GITHUB_WORKSPACE ?? cwd);
    const key = format === 'jsonl' ? responseKey(map?.response) : null;
    return () => filePlaces(shown, text, key);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The field with the response in a record; null where it is in a list. */
function responseKey(way = 'response'): string | null {
  const last = way.split('.').at(-1) ?? way;
  return /^\d+$/.test(last) ? null : last;
}

/** Relative to the project root for files in the project. */
function shownPath(file: string, root: string): string {
  const relative = path.relative(root, file);
  const isInside = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join('/') : file;
}
