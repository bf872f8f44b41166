/** Whether the bytes of a file are those it should have. */
import { createHash } from 'node:crypto';
import { countDifferences, describeCounts, type FileContent, fileContent } from './content.ts';
import type { RegistryFile } from './dataset-registry.ts';
import type { AnnouncedChecksum } from './http-get.ts';

export interface FileInspection extends FileContent {
  sha256: string;
  /** Bytes. */
  size: number;
  /** In words: what was compared and is as it should be. */
  held: string[];
  /** In words: what is not as it should be. */
  problems: string[];
}

export interface InspectionOptions {
  /** Names the file in errors. */
  source: string;
  /** What is known of it; null for a file of one's own. */
  expected: RegistryFile | null;
  format?: RegistryFile['format'] | 'auto' | undefined;
  /** By the server, where it gave one. */
  announced?: AnnouncedChecksum | null;
  /** SHA-256 of an earlier download, where there was one. */
  recorded?: string | null | undefined;
}

/**
 * Reads a file and compares with every checksum there is, and with what is known of its content.
 * @throws InputError when it is not of its form, naming file, line, row and field
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
