/** Digests of the records of a run that is done, by which a later change of a file is noticed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RunManifest } from './manifest.ts';

/** SHA-256 by file; those known before are kept, so that running a done run again hides no change. */
export async function digestsOf(
  folder: string,
  files: readonly string[],
  known: RunManifest['digests'] = {},
): Promise<Record<string, string>> {
  const digests = { ...known };
  for (const file of files) digests[file] ??= await digestOf(path.join(folder, file));
  return digests;
}

/** That a file of records is another than when the run was done, in words; null where all are as they were. */
export async function changeSince(folder: string, { digests = {} }: RunManifest): Promise<string | null> {
  for (const [file, digest] of Object.entries(digests)) {
    if ((await digestOf(path.join(folder, file)).catch(() => null)) !== digest)
      return `${file} has changed since the run was done`;
  }
  return null;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
