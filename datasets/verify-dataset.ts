/** Verifies a file or folder: its content, and whether it is the data set it claims to be. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError } from '../src/errors.ts';
import { readBytes } from '../src/files/read-bytes.ts';
import { throwing } from '../src/files/system-reason.ts';
import { readMeta } from './cache.ts';
import type { DatasetFormat } from './dataset-formats.ts';
import { REGISTRY, type RegistryEntry, type RegistryFile } from './dataset-registry.ts';
import { countDifferences, type FileInspection, inspectFile } from './inspect-file.ts';

export interface VerifiedFile extends FileInspection {
  path: string;
}

/**
 * A file, or every `.json` and `.jsonl` file of a folder. A file with a published name must match; any other is only
 * inspected. @throws InputError when one cannot be read or has no known format
 */
export async function verifyDataset(
  path: string,
  options: { format?: DatasetFormat | 'auto'; registry?: readonly RegistryEntry[] } = {},
): Promise<VerifiedFile[]> {
  const { format, registry = REGISTRY } = options;
  const files = registry.flatMap((entry) => entry.files);
  const verified: VerifiedFile[] = [];
  for (const file of await filesAt(path)) verified.push(await verifyFile(file, { format, files }));
  return verified;
}

async function filesAt(path: string): Promise<string[]> {
  const refused = throwing(InputError, `${path}: cannot be read`);
  if (!(await stat(path).catch(refused)).isDirectory()) return [path];
  const all = await readdir(path).catch(refused);
  const names = all.filter((name) => /\.jsonl?$/i.test(name) && !name.endsWith('.meta.json'));
  if (names.length === 0) throw new InputError(`${path}: is a folder without .json files`);
  return names.sort().map((name) => join(path, name));
}

async function verifyFile(
  path: string,
  { format, files }: { format: DatasetFormat | 'auto' | undefined; files: readonly RegistryFile[] },
): Promise<VerifiedFile> {
  const bytes = await readBytes(path);
  const expected = files.find(({ name }) => name === basename(path)) ?? null;
  const recorded = (await readMeta(path))?.sha256;
  const given = format === 'auto' ? undefined : format;
  const inspection = inspectFile(bytes, { source: path, expected, recorded, format: given });
  const same = expected === null ? sameContent(inspection, files) : undefined;
  if (same) inspection.held.push(`content as published in ${same.name}`);
  return { path, ...inspection };
}

/** Undefined also where several have equal counts, as far as they are known. */
function sameContent({ format, counts }: FileInspection, files: readonly RegistryFile[]) {
  const same = files.filter(
    (file) => file.format === format && countDifferences(counts, file.content).length === 0,
  );
  return same.length === 1 ? same[0] : undefined;
}
