/** Verifies a file or folder: its content, and whether it is the data set it claims to be. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError } from '../src/errors.ts';
import { readMeta } from './cache.ts';
import { countDifferences } from './content.ts';
import { REGISTRY, type RegistryEntry, type RegistryFile } from './dataset-registry.ts';
import { type FileInspection, inspectFile } from './inspect-file.ts';
import type { DatasetFormat } from './dataset-formats.ts';
import { systemReason } from '../src/files/system-reason.ts';

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
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter(
      (name) => /\.jsonl?$/i.test(name) && !name.endsWith('.meta.json'),
    );
    if (names.length > 0) return names.sort().map((name) => join(path, name));
  } catch (cause) {
    throw new InputError(`${path}: cannot be read (${systemReason(cause)})`, { cause });
  }
  throw new InputError(`${path}: is a folder without .json files`);
}

async function verifyFile(
  path: string,
  { format, files }: { format: DatasetFormat | 'auto' | undefined; files: readonly RegistryFile[] },
): Promise<VerifiedFile> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${systemReason(cause)})`, { cause });
  });
  const expected = files.find(({ name }) => name === basename(path)) ?? null;
  const recorded = (await readMeta(path))?.sha256;
  const isGiven = format !== undefined && format !== 'auto';
  const inspection = inspectFile(bytes, {
    source: path,
    expected,
    recorded,
    ...(isGiven && { format }),
  });
  const same = expected === null ? sameContent(inspection, files) : null;
  if (same) inspection.held.push(`content as published in ${same.name}`);
  return { path, ...inspection };
}

function sameContent(
  { format, counts }: FileInspection,
  files: readonly RegistryFile[],
): RegistryFile | null {
  const same = files.filter(
    (file) => file.format === format && countDifferences(counts, file.content).length === 0,
  );
  // several may have equal counts, as far as they are known
  return same.length === 1 ? (same[0] as RegistryFile) : null;
}
