/** The folder of downloaded data sets, and the metadata stored beside each file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../src/errors.ts';
import { readBytesIfPresent } from '../src/files/read-bytes.ts';
import { cacheFolderOf, type Environment } from '../src/files/user-cache.ts';
import { writeWhole } from '../src/files/write-whole.ts';
import { REGISTRY, type RegistryEntry, type RegistryFile } from './dataset-registry.ts';

/** `datasets` in `$HALLUGRAPH_CACHE`, else in the user's cache folder. */
export const cacheFolder = (env: Environment): string => cacheFolderOf('datasets', env);

export const cachedFile = (folder: string, entry: RegistryEntry, file: RegistryFile): string =>
  join(folder, entry.name, file.name);

/** @throws InputError for a name that is not in the registry */
export function registryEntry(name: string): RegistryEntry {
  const entry = REGISTRY.find((candidate) => candidate.name === name);
  if (entry) return entry;
  const names = REGISTRY.map((candidate) => candidate.name).join(', ');
  throw new InputError(`there is no data set "${name}"; there are ${names}`);
}

/**
 * The path of a downloaded data set: the file, or the folder where it has several. Null where it is missing or
 * incomplete.
 */
export function cachedDataset(name: string, folder: string): string | null {
  const entry = REGISTRY.find((candidate) => candidate.name === name);
  const files = entry?.files.map((file) => cachedFile(folder, entry, file)) ?? [];
  if (files.length === 0 || !files.every((file) => existsSync(file))) return null;
  return files.length === 1 ? (files[0] as string) : join(folder, name);
}

const metaSchema = z.object({
  url: z.string(),
  sha256: z.string(),
  size: z.int(),
  etag: z.string().nullable(),
  licence: z.string().nullable(),
});
export type FileMeta = z.infer<typeof metaSchema>;

const metaFile = (file: string): string => `${file}.meta.json`;

/** Null where there is none. @throws InputError when it cannot be read */
export async function readMeta(file: string): Promise<FileMeta | null> {
  const bytes = await readBytesIfPresent(metaFile(file));
  if (bytes === null) return null;
  try {
    return metaSchema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new InputError(`${metaFile(file)}: is damaged; remove it`, { cause });
  }
}

/** @throws RunError when it cannot be written */
export async function writeMeta(file: string, meta: FileMeta): Promise<void> {
  await writeWhole(metaFile(file), `${JSON.stringify(meta, null, 2)}\n`);
}
