/** Counts the content of a file, and compares counts and checksums with the expected ones. */
import { createHash } from 'node:crypto';
import { detectFormat } from './dataset-formats.ts';
import { CONTENT_WORDS, type ContentCounts, type RegistryFile } from './dataset-registry.ts';
import type { AnnouncedChecksum } from './download.ts';
import { readIdList } from './ids.ts';
import { decodeUtf8 } from './json-text.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { datasetOf } from './open-dataset.ts';
import { countRagTruthSources, isSource, ragTruthResponses } from './ragtruth.ts';
import { readDocument } from './read-document.ts';
import { documentRows } from './read-rows.ts';

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

export interface FileContent {
  format: RegistryFile['format'];
  counts: Partial<ContentCounts>;
  /** Fewest and most samples of a passage; null for a list of ids. */
  samplesEach: { fewest: number; most: number } | null;
}

/** @throws InputError when the file is not of that format, naming file, line, row and field */
export function fileContent(
  bytes: Uint8Array,
  { source, format }: { source: string; format: RegistryFile['format'] | 'auto' },
): FileContent {
  const text = decodeUtf8(bytes, source);
  if (format === 'ids')
    return { format, counts: { ids: readIdList(text, source).length }, samplesEach: null };
  const document = readDocument(text, source);
  const rows = documentRows(document);
  const known = format === 'auto' ? detectFormat(document) : format;
  if (known === 'ragtruth-sources' || (known === 'ragtruth' && isSource(rows[0]))) {
    const counts = { sources: countRagTruthSources(rows) };
    return { format: 'ragtruth-sources', counts, samplesEach: null };
  }
  // Read without their sources.
  if (known === 'ragtruth') {
    const passages = Array.from(ragTruthResponses(rows), ({ labelled }) => labelled);
    return { format: known, counts: countPassages(passages), samplesEach: null };
  }
  const { passages } = datasetOf(document, { source, format: known });
  return { format: known, counts: countPassages(passages), samplesEach: samplesOf(passages) };
}

function samplesOf(passages: readonly LabelledPassage[]): FileContent['samplesEach'] {
  const counts = passages.map(({ passage }) => passage.samples?.length ?? 0);
  return {
    fewest: counts.reduce((least, count) => Math.min(least, count)),
    most: counts.reduce((most, count) => Math.max(most, count)),
  };
}

/** All counts of a list of passages, zeros included. */
export function countPassages(passages: readonly LabelledPassage[]): Partial<ContentCounts> {
  const labels = passages.map(({ label }) => label);
  const scores = passages.flatMap(({ sentences = [] }) => sentences.map(({ score }) => score));
  const claims = passages.flatMap(({ claims: gold = [] }) => gold.map(({ label }) => label));
  return {
    passages: passages.length,
    factual: labels.filter((label) => label === 'factual').length,
    nonFactual: labels.filter((label) => label === 'non-factual').length,
    sentences: scores.length,
    accurate: scores.filter((score) => score === 0).length,
    minor: scores.filter((score) => score > 0 && score < 1).length,
    major: scores.filter((score) => score === 1).length,
    factualClaims: claims.filter((label) => label === 'factual').length,
    nonFactualClaims: claims.filter((label) => label === 'non-factual').length,
    spans: passages.reduce((sum, { spans = [] }) => sum + spans.length, 0),
    triples: passages.reduce((sum, { triples = [] }) => sum + triples.length, 0),
    samples: passages.reduce((sum, { passage }) => sum + (passage.samples?.length ?? 0), 0),
  };
}

const NAMES = Object.keys(CONTENT_WORDS) as (keyof ContentCounts)[];

/** `238 passages, 1908 labelled sentences`: the counts without zeros. */
export function describeCounts(counts: Partial<ContentCounts>): string {
  return NAMES.filter((name) => counts[name])
    .map((name) => `${counts[name]} ${CONTENT_WORDS[name]}`)
    .join(', ');
}

/** The differences from the expected counts in words; empty for none. */
export function countDifferences(counts: Partial<ContentCounts>, expected: Partial<ContentCounts>): string[] {
  return NAMES.filter((name) => expected[name] !== undefined && counts[name] !== expected[name]).map(
    (name) => `holds ${counts[name] ?? 0} ${CONTENT_WORDS[name]} instead of ${expected[name]}`,
  );
}
