/** Digests of the record files of a finished run, to detect later changes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RunManifest } from './manifest.ts';

/** SHA-256 by file. Known digests are kept, so that resuming a finished run hides no change. */
export async function digestsOf(
  folder: string,
  files: readonly string[],
  known: RunManifest['digests'] = {},
): Promise<Record<string, string>> {
  const digests = { ...known };
  for (const file of files) digests[file] ??= await digestOf(path.join(folder, file));
  return digests;
}

/** A message naming a record file that changed after the run finished; null if none did. */
export async function changeSince(folder: string, { digests = {} }: RunManifest): Promise<string | null> {
  for (const [file, digest] of Object.entries(digests)) {
    if ((await digestOf(path.join(folder, file)).catch(() => null)) !== digest)
      return `${file} has changed since the run finished`;
  }
  return null;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
