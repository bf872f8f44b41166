/** Verifies the bytes of a file. */
import { createHash } from 'node:crypto';
import { countDifferences, describeCounts, type FileContent, fileContent } from './content.ts';
import type { RegistryFile } from './dataset-registry.ts';
import type { AnnouncedChecksum } from './http-get.ts';

export interface FileInspection extends FileContent {
  sha256: string;
  size: number;
  /** The successful comparisons, in words. */
  held: string[];
  /** The failed comparisons, in words. */
  problems: string[];
}

export interface InspectionOptions {
  /** Names the file in errors. */
  source: string;
  /** Its expected content; null for a user's own file. */
  expected: RegistryFile | null;
  format?: RegistryFile['format'] | 'auto' | undefined;
  announced?: AnnouncedChecksum | null;
  recorded?: string | null | undefined;
}

/**
 * Reads a file and compares it with all known checksums and counts. @throws InputError when its format is wrong,
 * naming file, line, row and field
 */
export function inspectFile(bytes: Uint8Array, options: InspectionOptions): FileInspection {
  const { source, expected, announced, recorded, format = expected?.format ?? 'auto' } = options;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const checksums = [
    { of: 'published checksum', wanted: expected?.sha256, found: sha256 },
    { of: 'checksum given by the server', wanted: announced?.value, found: announcedOf(bytes, announced) },
    { of: 'checksum of the first download', wanted: recorded, found: sha256 },
  ].filter(({ wanted }) => typeof wanted === 'string');
  const wrong = checksums.filter(({ wanted, found }) => wanted !== found);
  const content = fileContent(bytes, { source, format });
  const differences = countDifferences(content.counts, expected?.content ?? {});
  const held = checksums.filter(({ wanted, found }) => wanted === found).map(({ of }) => of);
  if (expected !== null && differences.length === 0) {
    held.push(`content as published (${describeCounts(expected.content)})`);
  }
  const problems = [
    ...wrong.map(({ of, wanted, found }) => `${of} is ${wanted}, not ${found}`),
    ...differences,
  ];
  return { ...content, sha256, size: bytes.byteLength, held, problems };
}

function announcedOf(bytes: Uint8Array, announced: AnnouncedChecksum | null | undefined): string | null {
  if (!announced) return null;
  const isGit = announced.kind === 'git';
  const hash = createHash(isGit ? 'sha1' : 'sha256');
  if (isGit) hash.update(`blob ${bytes.byteLength}\0`);
  return hash.update(bytes).digest('hex');
}
